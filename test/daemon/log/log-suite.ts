import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Log } from "../../../src/daemon/log/log.ts";
import { makeWork } from "../../../src/daemon/store/make-work.ts";
import { getSession, updateSession } from "../../../src/daemon/store/sessions-table.ts";
import type { Store } from "../../../src/daemon/store/store.ts";
import { together } from "../../../src/daemon/store/work.ts";
import { isBridleError } from "../../../src/errors.ts";
import { within } from "../../host/within.ts";
import { type Collected, collect, encoded, numbersIn, range } from "./numbered-events.ts";

/** A log, and what the interface does not have: sessions are made and closed elsewhere. */
interface LogUnderTest {
  readonly log: Log;
  /** Where what goes with events is stored. */
  readonly store: Store;
  /** With a time: one that was closed then. */
  create(session: string, closedMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** What every log keeps to. */
export function logSuite(name: string, open: () => Promise<LogUnderTest>): void {
  suite(name, () => {
    const check = (title: string, action: (subject: LogUnderTest) => Promise<void>): void => {
      test(title, async () => {
        const subject = await open();
        try {
          await subject.create("a");
          await within(20_000, title, action(subject));
        } finally {
          await subject.close();
        }
      });
    };

    check("D2 numbers start at 1 and go on without gaps", async ({ log }) => {
      assert.deepEqual(await log.bounds("a"), { first: 1, last: 0 });
      await log.append("a", 0, encoded(1, 3));
      await log.append("a", 3, encoded(4, 2));
      assert.deepEqual(await log.bounds("a"), { first: 1, last: 5 });
      const batch = await log.read("a", 0, 1_000_000);
      assert.deepEqual(numbersIn(batch), [1, 2, 3, 4, 5]);
      assert.deepEqual(numbersIn(await log.read("a", 3, 1_000_000)), [4, 5]);
      assert.equal(await log.read("a", 5, 1_000_000), undefined);
    });

    check("D2 an append behind another number than the last is refused and stores nothing", async ({ log }) => {
      await log.append("a", 0, encoded(1, 2));
      for (const expected of [0, 1, 3]) {
        await assert.rejects(
          log.append("a", expected, encoded(expected + 1, 1)),
          (error) =>
            isBridleError(error, "wrong_sequence") && error.data.expected === expected && error.data.found === 2,
        );
      }
      assert.deepEqual(await log.bounds("a"), { first: 1, last: 2 });
      await log.append("a", 2, encoded(3, 1));
      assert.deepEqual(numbersIn(await log.read("a", 0, 1_000_000)), [1, 2, 3]);
    });

    check("D2 appends that do not wait for each other are stored in order", async ({ log }) => {
      await Promise.all(Array.from({ length: 50 }, (_, i) => log.append("a", i * 3, encoded(i * 3 + 1, 3))));
      assert.deepEqual(numbersIn(await log.read("a", 0, 1_000_000)), range(1, 150));
    });

    check("D2 a page holds about as many bytes as asked for, and at least one event", async ({ log }) => {
      await log.append("a", 0, encoded(1, 100, 1000));
      assert.deepEqual(numbersIn(await log.read("a", 0, 1)), [1]);
      const page = await log.read("a", 10, 20_000);
      assert.ok(page !== undefined && page.first === 11 && page.last > 20 && page.last < 40, `last ${page?.last}`);
    });

    check("D3 a follower gets what is stored and what comes, from any number, once and in order", async ({ log }) => {
      await log.append("a", 0, encoded(1, 500, 2000));
      const followers = [0, 1, 250, 499, 500].map((after) => ({ after, got: collect(log, "a", after, 2000) }));
      for (let last = 500; last < 2000; last += 5) {
        await log.append("a", last, encoded(last + 1, 5));
        if (last % 100 === 0) followers.push({ after: last, got: collect(log, "a", last, 2000) });
      }
      for (const { after, got } of followers) assert.deepEqual((await got).numbers, range(after + 1, 2000));
    });

    check("D3 a follower that comes while appends are on their way misses nothing", async ({ log }) => {
      const stored: Promise<void>[] = [];
      const followers: Promise<Collected>[] = [];
      for (let last = 0; last < 300; last += 1) {
        stored.push(log.append("a", last, encoded(last + 1, 1)));
        if (last % 10 === 0) followers.push(collect(log, "a", 0, 300));
        if (last % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      await Promise.all(stored);
      for (const follower of followers) assert.deepEqual((await follower).numbers, range(1, 300));
    });

    check("D2 what a follower is told of can be read at that moment", async ({ log }) => {
      const following = (async () => {
        for await (const batch of log.follow("a", 0, new AbortController().signal)) {
          assert.ok(((await log.bounds("a"))?.last ?? 0) >= batch.last);
          assert.equal((await log.read("a", batch.last - 1, 1))?.first, batch.last);
          if (batch.last === 100) return;
        }
      })();
      for (let last = 0; last < 100; last += 1) await log.append("a", last, encoded(last + 1, 1));
      await following;
    });

    check("D3 a hundred caught-up followers share one batch", async ({ log }) => {
      const followers = Array.from({ length: 100 }, () => collect(log, "a", 0, 60));
      await new Promise((resolve) => setImmediate(resolve));
      for (let last = 0; last < 60; last += 20) await log.append("a", last, encoded(last + 1, 20));
      const all = await Promise.all(followers);
      for (const { numbers, batches } of all) {
        assert.deepEqual(numbers, range(1, 60));
        for (const [i, batch] of batches.entries()) assert.equal(batch.bytes, all[0]?.batches[i]?.bytes);
      }
    });

    check(
      "D3 followers that were busy at the same place get what came meanwhile as one shared batch",
      async ({ log }) => {
        const stop = new AbortController();
        const busy = Array.from({ length: 10 }, () => log.follow("a", 0, stop.signal)[Symbol.asyncIterator]());
        const first = busy.map((iterator) => iterator.next());
        await log.append("a", 0, encoded(1, 1));
        for (const next of await Promise.all(first)) assert.deepEqual(numbersIn(next.value), [1]);
        for (let last = 1; last < 11; last += 1) await log.append("a", last, encoded(last + 1, 1));
        const second = await Promise.all(busy.map((iterator) => iterator.next()));
        for (const { value } of second) {
          assert.deepEqual(numbersIn(value), range(2, 11));
          assert.equal(value.bytes, second[0]?.value.bytes);
        }
        stop.abort();
        for (const iterator of busy) assert.equal((await iterator.next()).done, true);
      },
    );

    check("D3 a slow follower holds up nobody and gets everything in the end", async ({ log }) => {
      const stop = new AbortController();
      const slow = log.follow("a", 0, stop.signal)[Symbol.asyncIterator]();
      const begun = slow.next();
      const fast = collect(log, "a", 0, 5000);
      // 5 MB: more than is kept for those who follow closely.
      for (let last = 0; last < 5000; last += 100) await log.append("a", last, encoded(last + 1, 100, 1000));
      assert.deepEqual((await fast).numbers, range(1, 5000));
      const numbers: number[] = [];
      for (let next = await begun; ; next = await slow.next()) {
        assert.ok(next.value.bytes.length < 600_000, "no batch grows with what a follower has missed");
        numbers.push(...numbersIn(next.value));
        if (numbers.length >= 5000) break;
      }
      assert.deepEqual(numbers, range(1, 5000));
      stop.abort();
    });

    check("D9 a cursor below what is kept gets reset with the first number kept", async ({ log }) => {
      await log.append("a", 0, encoded(1, 100));
      await log.trim("a", 61);
      assert.deepEqual(await log.bounds("a"), { first: 61, last: 100 });
      const isReset = (error: unknown): boolean => isBridleError(error, "reset") && error.data.firstSeq === 61;
      for (const after of [0, 59]) {
        await assert.rejects(collect(log, "a", after, 100), isReset);
        await assert.rejects(log.read("a", after, 1000), isReset);
      }
      assert.deepEqual((await collect(log, "a", 60, 100)).numbers, range(61, 100));
      await log.append("a", 100, encoded(101, 1));
      await log.trim("a", 1000);
      assert.deepEqual(await log.bounds("a"), { first: 102, last: 101 });
      await log.append("a", 101, encoded(102, 1));
      assert.deepEqual((await collect(log, "a", 101, 102)).numbers, [102]);
    });

    check("D9 a follower that falls behind what is kept gets reset, never a silent gap", async ({ log }) => {
      const stop = new AbortController();
      const slow = log.follow("a", 0, stop.signal)[Symbol.asyncIterator]();
      const begun = slow.next();
      await log.append("a", 0, encoded(1, 10));
      assert.deepEqual(numbersIn((await begun).value), range(1, 10));
      for (let last = 10; last < 60; last += 10) await log.append("a", last, encoded(last + 1, 10));
      await log.trim("a", 41);
      await assert.rejects(slow.next(), (error) => isBridleError(error, "reset") && error.data.firstSeq === 41);
    });

    check("D3 a cursor ahead of the log gets reset: what it has seen is not this log", async ({ log }) => {
      await log.append("a", 0, encoded(1, 2));
      await assert.rejects(
        collect(log, "a", 3, 4),
        (error) => isBridleError(error, "reset") && error.data.firstSeq === 1,
      );
    });

    check("D9 following ends when the session is deleted, for those who wait and those who read", async ({ log }) => {
      await log.append("a", 0, encoded(1, 3));
      const waiting = collect(log, "a", 3, 100);
      const reading = log.follow("a", 0, new AbortController().signal)[Symbol.asyncIterator]();
      assert.deepEqual(numbersIn((await reading.next()).value), [1, 2, 3]);
      assert.equal(await log.delete("a"), true);
      assert.deepEqual((await waiting).numbers, []);
      assert.equal((await reading.next()).done, true);
      assert.equal(await log.bounds("a"), undefined);
      await assert.rejects(collect(log, "a", 0, 1), (error) => isBridleError(error, "not_found"));
      await assert.rejects(log.append("a", 0, encoded(1, 1)), (error) => isBridleError(error, "not_found"));
    });

    check("D9 a session is deleted once, and only what is deleted is erased", async ({ log, create }) => {
      await create("b");
      await log.append("a", 0, encoded(1, 3));
      await log.append("b", 0, encoded(1, 1));
      assert.equal(await log.delete("a"), true);
      assert.equal(await log.delete("a"), false);
      assert.equal(await log.delete("nobody"), false);
      await log.finishErasing();
      assert.deepEqual(numbersIn(await log.read("b", 0, 1000)), [1]);
    });

    check("D9 closed sessions that are older than what is kept are outdated, the oldest first", async (subject) => {
      const { log } = subject;
      await subject.create("new", 900);
      await subject.create("oldest", 100);
      await subject.create("old", 200);
      const ids = async (maxAgeMs?: number) => (await log.outdated({ maxAgeMs }, 1000)).map(({ id }) => id);
      assert.deepEqual(await ids(), []);
      assert.deepEqual(await ids(900), []);
      assert.deepEqual(await ids(500), ["oldest", "old"]);
      assert.deepEqual(await ids(0), ["oldest", "old", "new"], "the one that is not closed stays");
      assert.equal((await log.outdated({ maxAgeMs: 800 }, 1000))[0]?.updatedMs, 100);
    });

    check("D9 as many closed sessions are outdated as are more than the bytes to keep", async ({ log, create }) => {
      for (const [at, id] of ["first", "second", "third"].entries()) {
        await create(id, at);
        await log.append(id, 0, encoded(1, 200, 10_000));
      }
      const ids = async (maxBytes: number) => (await log.outdated({ maxBytes }, 4)).map(({ id }) => id);
      assert.deepEqual(await ids(7_000_000), []);
      assert.deepEqual(await ids(5_000_000), ["first"]);
      assert.deepEqual(await ids(3_000_000), ["first", "second"]);
      assert.deepEqual(await ids(1), ["first", "second", "third"]);
    });

    check("D13 events and what is stored with them are stored both, or neither", async ({ log, store }) => {
      const title = (): string | undefined => store.read(getSession("a"))?.title;
      await log.append("a", 0, encoded(1, 2), updateSession("a", { title: "one" }));
      assert.equal(title(), "one");
      const outcomes = await Promise.allSettled([
        log.append("a", 2, encoded(3, 1), together(updateSession("a", { title: "two" }), failing)),
        store.write(updateSession("a", { model: "of another work" })),
      ]);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ["rejected", "fulfilled"],
      );
      assert.deepEqual(await log.bounds("a"), { first: 1, last: 2 });
      assert.equal(title(), "one");
      assert.equal(store.read(getSession("a"))?.model, "of another work", "what else was written then is stored");
      const late = log.append("a", 7, encoded(8, 1), updateSession("a", { title: "three" }));
      await assert.rejects(late, (error) => isBridleError(error, "wrong_sequence"));
      assert.equal(title(), "one");
      await log.append("a", 2, encoded(3, 1), updateSession("a", { title: "four" }));
      await log.append("a", 3, [], updateSession("a", { title: "without events" }));
      assert.equal(title(), "without events");
      assert.deepEqual(numbersIn(await log.read("a", 0, 1_000_000)), [1, 2, 3]);
    });

    check("D13 a deletion and what is stored with it are stored both, or neither", async ({ log, store, create }) => {
      await create("b");
      await log.append("a", 0, encoded(1, 2));
      await assert.rejects(log.delete("a", together(updateSession("b", { title: "one" }), failing)));
      assert.deepEqual(await log.bounds("a"), { first: 1, last: 2 });
      assert.equal(store.read(getSession("b"))?.title, "");
      assert.equal(await log.delete("a", updateSession("b", { title: "two" })), true);
      assert.equal(store.read(getSession("b"))?.title, "two");
    });

    check("D3 an abort ends a follower at once, while it waits and before it begins", async ({ log }) => {
      const stop = new AbortController();
      const waiting = collect(log, "a", 0, 1, stop.signal);
      await new Promise((resolve) => setImmediate(resolve));
      stop.abort();
      assert.deepEqual((await waiting).numbers, []);
      assert.deepEqual((await collect(log, "a", 0, 1, AbortSignal.abort())).numbers, []);
      await log.append("a", 0, encoded(1, 1));
    });

    check("D2 sessions have numbers of their own", async ({ log, create }) => {
      await create("b");
      const both = ["a", "b"].map((session) => collect(log, session, 0, 40));
      await Promise.all(
        range(0, 39).flatMap((last) => ["a", "b"].map((session) => log.append(session, last, encoded(last + 1, 1)))),
      );
      for (const got of both) assert.deepEqual((await got).numbers, range(1, 40));
      assert.equal(await log.bounds("c"), undefined);
      await assert.rejects(log.read("c", 0, 1), (error) => isBridleError(error, "not_found"));
    });
  });
}

const failing = makeWork(() => {
  throw new Error("a bug");
});
