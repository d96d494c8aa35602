import { isPlainFilter } from "../../programs/filters.ts";
import type { ShellWord } from "../shell-word.ts";
import type { Danger, DangerTable } from "./danger.ts";
import { knownOptions } from "./known-options.ts";

/** Filters of video and sound that read, write and load nothing. */
const filters = new Set(
  `scale crop fps pad setpts asetpts trim atrim volume loudnorm dynaudnorm transpose hflip vflip rotate format aformat fade afade overlay concat palettegen paletteuse split
   asplit null anull thumbnail tile hstack vstack xstack select aselect atempo setsar setdar setrange eq hue colorbalance yadif bwdif deinterlace blackdetect
   silencedetect silenceremove reverse areverse amix amerge pan aresample highpass lowpass equalizer bass treble compand drawbox gblur boxblur unsharp
   minterpolate framestep color anullsrc sine testsrc nullsrc zoompan tpad apad adelay afftdn showinfo idet cropdetect colorkey chromakey alphamerge`.split(
    /\s+/,
  ),
);

/** Programs with a language in which filters are written. */
export const dataTools: DangerTable = {
  jq: filtering({ long: ["from-file=", "rawfile=", "slurpfile="], short: "fL" }),
  // There are two of them, one a wrapper around jq.
  yq: filtering(
    knownOptions(
      `-PrnejCMNv0ychVS -o= -p= -I= -w= --output-format= --input-format= --prettyPrint --unwrapScalar? --null-input --exit-status --tojson --colors --no-colors --no-doc
       --indent= --yaml-output --raw-output --compact-output --sort-keys --verbose --version --help --arg= --header-preprocess --nul-output --width=`,
    ),
    /load|env|system|eval/i,
  ),
  ffmpeg: {
    ...knownOptions(
      `-i= -y -n -c= -codec= -vcodec= -acodec= -scodec= -b= -r= -s= -t= -to= -ss= -sseof= -f= -an -vn -sn -dn -map= -vf= -af= -filter= -filter_complex= -crf= -preset= -profile=
       -level= -pix_fmt= -ar= -ac= -q= -qscale= -g= -bf= -maxrate= -minrate= -bufsize= -aspect= -frames= -vframes= -aframes= -metadata= -movflags= -loop= -stream_loop=
       -shortest -threads= -hide_banner -loglevel= -v= -stats -nostats -nostdin -tune= -hwaccel= -copyts -vsync= -fps_mode= -strict= -tag= -disposition= -start_number=
       -framerate= -itsoffset= -max_muxing_queue_size= -version -formats -codecs -encoders -decoders -filters -pix_fmts -h= -re -compression_level= -lossless= -fflags=`,
      {
        wholeWords: true,
        // `-c:v:0`
        fold: (option) => option.replace(/^--/, "-").replace(/:.*$/s, ""),
        values: {
          "-f": /^(?!concat|segment|hls|dash|tee|lavfi|ssegment|stream_segment|rtp|rtsp|fifo|ffmetadata|image2pipe|webm_chunk)[a-z\d]+$/,
          "-vf": isPlainGraph,
          "-af": isPlainGraph,
          "-filter": isPlainGraph,
          "-filter_complex": isPlainGraph,
        },
      },
    ),
    // Its words are files and addresses.
    pieces: ["://", "pipe:", "concat:", "file:", "subfile", "tcp:", "udp:", "fd:"],
  },
};

function isPlainGraph(graph: string): boolean {
  if (/file|path|plugin|stat/i.test(graph)) return false;
  return graph
    .replace(/\[[^[\]]*\]/g, "")
    .split(/[,;]/)
    .every((filter) => filters.has(/^\s*([a-z\d_]*)/.exec(filter)?.[1] ?? "") || /^[\s\d.:()*+-]*$/.test(filter));
}

const file = /^[\w/-][\w./-]*\.(?:ya?ml|json|toml|xml|csv)$/;

/** The environment and files can be shown by a filter, too. */
function filtering(options: Danger, further = /$^/): Danger {
  return {
    ...options,
    find: (words: readonly ShellWord[]) => [
      ...(options.find?.(words) ?? []),
      ...words.flatMap(({ value, prefix }, at) =>
        at > 0 &&
        value !== undefined &&
        !/^-/.test(prefix) &&
        !file.test(value) &&
        !(isPlainFilter(value) && !further.test(value))
          ? [at]
          : [],
      ),
    ],
  };
}
