import assert from "node:assert/strict";
import { test } from "node:test";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const markdown = (html: string): string => htmlToMarkdown(html, new URL("https://x.example/docs/page"));

test("G5 a page becomes markdown: headings, paragraphs, links, lists, code, quotes, tables", () => {
  const html = `<!doctype html><html><head><title>The &amp; page</title><style>p { color: red }</style>
<script>if (1 < 2) document.write("<p>no</p>")</script></head><body><!-- not <b>this</b> -->
<h1>Head</h1><p>One   <a href='/a?b=1&amp;c'>link</a> and <b>bold</b>,
<em>it</em>, <code>x &lt; y</code>.</p><p>Two<br>lines</p>
<ul><li>a<li>b<ol><li>first</li><li>second</li></ol></li></ul>
<pre><code class="js"><span>let a  = 1;</span>

  f(a &amp;&amp; b);
</code></pre><blockquote><p>said</p></blockquote><hr><table><tr><th>h</th><th>i</th></tr><tr><td>1</td><td>2</td></tr></table>
<img src=p.png alt="a picture"><h6>Last</h6></body></html>`;
  assert.equal(
    markdown(html),
    `The & page

# Head

One [link](https://x.example/a?b=1&c) and **bold**, _it_, \`x < y\`.

Two
lines

- a
- b
  1. first
  2. second

\`\`\`
let a  = 1;

  f(a && b);
\`\`\`

> said

---

| h | i |
| 1 | 2 |

![a picture](https://x.example/docs/p.png)

###### Last`,
  );
});

test("G5 what is broken, hidden or no link becomes plain text or nothing", () => {
  const cases: [string, string][] = [
    ["", ""],
    ["a < b && c", "a < b && c"],
    ["<p>a<script>x</p>", "a"],
    ["<p title='a>b'>c</p>", "c"],
    ['<a href="javascript:x()">run</a> <a>no</a> <a href="#here"></a>', "run no"],
    ["<b></b>a<i> </i>b", "ab"],
    ["</b></ul></pre>a", "a"],
    ["<pre>never\n closed", "```\nnever\n closed\n```"],
    ["<svg><text>drawn</text></svg><noscript>off</noscript>seen", "seen"],
    ["&#x1F600;&#65;&bogus;&#xD800;&nbsp;&toString;", "😀A&bogus;&#xD800; &toString;"],
    ["<a href=/x>one <a href=/y>two</a>", "[one](https://x.example/x) [two](https://x.example/y)"],
    ["<p", ""],
  ];
  for (const [html, expected] of cases) assert.equal(markdown(html), expected, html);
});

test("G5 a hostile page of a megabyte is read in a moment, however it is nested", () => {
  const bad = [
    "<b>",
    "<a href=x>",
    "<ul><li>",
    "<pre>",
    "<!--",
    "<",
    "<script>",
    "<p a='",
    "</b>",
    "<blockquote>",
    "&#",
    " <i></i>",
  ];
  const before = process.cpuUsage().user;
  for (const piece of bad) markdown(`${piece.repeat((1024 * 1024) / piece.length)}end`);
  // Work that grows with the square of the length takes minutes.
  assert.ok(process.cpuUsage().user - before < 30_000_000);
});
