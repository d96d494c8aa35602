import { testCoverage } from "./rule-coverage.ts";

testCoverage("P3 P10", {
  "tar:*": {
    covers: [
      ...[
        "tar xf a.tar",
        "tar -xzf a.tgz -C build",
        "tar czf a.tgz src",
        "tar tvf a.tar",
        "tar xvzf a.tgz --strip-components=1",
      ],
      ...[
        "tar -cJf a.txz --exclude=node_modules .",
        "tar --create --gzip --file=a.tgz src",
        "tar -xf a.tar src/x",
        "tar cfz a.tgz src",
      ],
    ],
    asks: [
      ...[
        "tar --recursive-unlink -xf a",
        "tar xfI a ./x",
        "tar xfC a .git",
        "tar xf a -C .git",
        "tar --to-command=x -xf a",
        "tar xfP a",
      ],
      ...[
        "tar -x --to-c x -f a",
        "tar cf .git/hooks/x a",
        "tar --exclude-from=x -cf a .",
        "tar cfT a list",
        "tar --zz -cf a .",
        "tar xfF a x",
      ],
      ...[
        "tar -cf h:a .",
        "tar --checkpoint-action=exec=x -cf a .",
        "tar -I x -cf a .",
        "tar --remove-files -cf a .",
        "tar xfX a b",
      ],
      ...[
        "tar --transform=s/a/b/ -xf a",
        "tar --one-top-level=.git -xf a",
        "tar --rsh-command=x -xf a",
        "tar -xf a --index-file=x",
      ],
    ],
  },
  "zip:*": {
    covers: ["zip -r a.zip src", "zip -rq9 a.zip . -x '*.git*'", "zip -j a.zip b/c", "zip -u a.zip b"],
    asks: [
      "zip --out x a.zip",
      "zip -lf x a.zip b",
      "zip --logfile-path x a b",
      "zip -r a . -i@list",
      "zip -r a . -TT x",
      "zip -rm a b",
    ],
  },
  "unzip:*": {
    covers: ["unzip a.zip", "unzip -o a.zip -d build", "unzip -l a.zip", "unzip -qq a.zip 'x/*'", "unzip -p a.zip x"],
    asks: ["unzip a -d .git/hooks", "unzip -: a", "unzip a -d ../x", "unzip -M a", "unzip -o a -d/etc"],
  },
  "7z:*": {
    covers: [
      "7z a x.7z src",
      "7z x a.7z -y",
      "7z l a.7z",
      "7z a -mx=9 -pabc x.7z src",
      "7z a x.7z . '-xr!node_modules'",
    ],
    asks: [
      "7z x a -o.git",
      "7z x a -spf",
      "7z a x @list",
      "7z a x -i@list",
      "7z a x . -sdel",
      "7z a x -w/tmp .",
      "7z x a -si",
      "7z a x -zz",
    ],
  },
  "cpio:*": {
    covers: ["cpio -idmv", "cpio -t"],
    asks: ["cpio -id -D x", "cpio -F h:x", "cpio --rsh-command=x -i", "cpio -oO x"],
  },
  "jq:*": {
    covers: [
      "jq . a.json",
      "jq -r '.env.a' a.json",
      "jq '.[] | .name' a",
      "jq . env/a.json",
      "jq --arg a b '.x == $a' c",
    ],
    asks: [
      "jq -n env",
      "jq -n '$ENV'",
      "jq -n '$ENV.HOME'",
      "jq -n 'env|keys'",
      "jq -f x a",
      "jq -L x . a",
      "jq 'input_filename' a",
    ],
  },
  "yq:*": {
    covers: ["yq .a b.yaml", "yq -r '.a.b' c.yml", "yq -o=json . a.yaml", "yq e '.a' b.yaml", "yq .a env.yaml"],
    asks: [
      "yq -i .a b",
      "yq --in-place . b",
      "yq 'load(\"x\")' b",
      "yq -n 'strenv(X)'",
      "yq '.a |= $ENV' b",
      "yq --split-exp-file x",
      "yq -s .a b",
    ],
  },
  "ffmpeg:*": {
    covers: [
      ...[
        "ffmpeg -i a.mp4 -c:v libx264 -crf 23 -b:a 128k b.mp4",
        "ffmpeg -y -ss 5 -i a.mp4 -frames:v 1 b.png",
        "ffmpeg -version",
      ],
      ...[
        "ffmpeg -i a.mov -vf 'scale=640:-1,fps=10' b.gif",
        "ffmpeg -i a -filter_complex '[0:v]crop=1:2[x]' -map '[x]' b.mp4",
      ],
    ],
    asks: [
      ...[
        "ffmpeg -i a -attach x b.mkv",
        "ffmpeg -i a -vf subtitles=x b",
        "ffmpeg -i a -vf drawtext=textfile=x b",
        "ffmpeg -i a -sdp_file x b",
      ],
      ...[
        "ffmpeg -i a -af ladspa=x b",
        "ffmpeg -i a -vf frei0r=x b",
        "ffmpeg -i a .git/hooks/x",
        "ffmpeg -i tcp://x b",
        "ffmpeg -f concat -i l b",
      ],
      ...[
        "ffmpeg -i a -passlogfile x b",
        "ffmpeg -i a -/filter:v x b",
        "ffmpeg -i a -fpre x b",
        "ffmpeg -zz -i a b",
        "ffmpeg -i a -f tee b",
      ],
    ],
  },
  "xmllint:*": {
    covers: ["xmllint --format a.xml", "xmllint --noout --schema a.xsd b.xml", "xmllint --xpath '/a/b' c.xml"],
    asks: [
      "xmllint --xinclude a",
      "xmllint --schema http://x a",
      "xmllint --noent a",
      "xmllint --output x a",
      "xmllint --shell a",
      "xmllint --path x a",
    ],
  },
  "bat:*": {
    covers: ["bat a.ts", "bat -p --color=never a"],
    asks: ["bat --pager=x a", "bat cache --build --source=x", "bat --config-file=x a"],
  },
  "xz:*": { covers: ["xz -k a", "xz -d a.xz"], asks: ["xz --files=x", "xz --files0=x"] },
  "zstd:*": {
    covers: ["zstd a", "zstd -d a.zst"],
    asks: ["zstd --filelist=x", "zstd --output-dir-flat=.git a", "zstd --rm a"],
  },
});
