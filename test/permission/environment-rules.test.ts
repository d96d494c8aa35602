import { testCoverage } from "./rule-coverage.ts";

/** What prints the environment, or something else that is secret, by a program that is allowed for another purpose. */
testCoverage("P3 P10", {
  "make:*": {
    covers: [
      "make -j4 all",
      "make -j 4 test V=1",
      "make -C sub test",
      "make -s --no-print-directory x",
      "make -n -B x",
      "make -k",
    ],
    asks: [
      "make -p",
      "make -pn",
      "make --print-data-base",
      "make --print-d",
      "make -sp",
      "make --zz",
      "make -f x",
      "make CC=x",
    ],
  },
  "cmake:*": {
    covers: [
      ...[
        "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -G Ninja",
        "cmake --build build -j8",
        "cmake -Wno-dev .",
        "cmake -LAH -N build",
      ],
      ...[
        "cmake --build build --parallel 8 --target x -- -j4",
        "cmake --build build --config Release",
        "cmake --preset x",
      ],
    ],
    asks: [
      "cmake --system-information",
      "cmake -P x",
      "cmake -E env",
      "cmake -DCMAKE_C_COMPILER=x .",
      "cmake --install build",
      "cmake --zz",
    ],
  },
  "php:*": { covers: ["php -v", "php -l a.php", "php a.php -i"], asks: ["php -i", "php --info", "php -qi"] },
  "mvn:*": {
    covers: [
      "mvn clean install -DskipTests",
      "mvn spring-boot:run",
      "mvn help:effective-pom",
      "mvn -q test",
      "mvn versions:display-dependency-updates",
    ],
    asks: [
      "mvn help:system",
      "mvn help:effective-settings -DshowPasswords=true",
      "mvn site:deploy",
      "mvn wildfly:execute-commands",
    ],
  },
  "gradle:*": {
    covers: ["gradle build", "gradle projects", "gradle test --info"],
    asks: ["gradle properties", "gradle :app:prop"],
  },
  "bazel:*": { covers: ["bazel info bazel-bin", "bazel build //..."], asks: ["bazel info client-env"] },
  "awk:*": {
    covers: ["awk '{print $1}' a.txt", "awk -F: '{s+=$2} END {print s}' a"],
    asks: [
      "awk 'BEGIN{print ENVIRON[\"A\"]}'",
      "awk 'BEGIN{for(k in ENVIRON) print k}'",
      "awk 'BEGIN{ARGV[1]=\"/x\";ARGC=2} 1'",
    ],
  },
  "kubectl get:*": {
    covers: [
      "kubectl get pods -o json",
      "kubectl get secrets",
      "kubectl get secrets -o name",
      "kubectl get deploy,svc -o wide",
    ],
    asks: [
      ...[
        "kubectl get secret x -o yaml",
        "kubectl get secrets -ojson",
        "kubectl get secret/x --output=json",
        "kubectl get pods,secrets -o json",
      ],
      ...[
        "kubectl get secret x --template='{{.data}}'",
        "kubectl get -o yaml secret",
        "kubectl get secrets.v1. -o json",
      ],
    ],
  },
  "docker run:*": {
    covers: ["docker run -e CI -e A=1 alpine", "docker run --env NODE_ENV=x alpine", "docker run -e TOKEN=abc alpine"],
    asks: [
      "docker run -e GITHUB_TOKEN alpine env",
      "docker run --env=AWS_SECRET_ACCESS_KEY alpine",
      "docker run -eDB_PASSWORD alpine",
    ],
  },
  "terraform:*": {
    covers: ["terraform state list", "terraform plan", "terraform output url"],
    asks: ["terraform state pull"],
  },
});

/** What loads code from elsewhere, serves or sends files, or removes what is no cache. */
testCoverage("P3 P10", {
  "conda:*": { covers: ["conda install numpy", "conda list"], asks: ["conda install x::y", "conda install -c x y"] },
  "npm install:*": {
    covers: [
      "npm install",
      "npm install --save-dev x",
      "npm install -D @types/node typescript@5",
      "npm install --legacy-peer-deps",
    ],
    asks: [
      "npm install --node_gyp=x",
      "npm install --python=x y",
      "npm install --zz=y x",
      "npm install -g x",
      "npm install a/b",
    ],
  },
  "pnpm:*": {
    covers: ["pnpm add -D x", "pnpm install --frozen-lockfile", "pnpm add -w x", "pnpm run build"],
    asks: ["pnpm run env", "pnpm add --zz=y x"],
  },
  "yarn:*": {
    covers: ["yarn add -D x", "yarn install --immutable", "yarn build"],
    asks: ["yarn run env", "yarn env", "yarn add --zz=y x"],
  },
  "bun:*": { covers: ["bun add -d x", "bun install"], asks: ["bun install x --config=y", "bun add x/y"] },
  "jest:*": {
    covers: [
      "jest --cacheDirectory=.jest-cache",
      "jest --cacheDirectory=node_modules/.cache/jest",
      "jest --clearCache",
    ],
    asks: ["jest --clearCache --cacheDirectory=src", "jest --cacheDirectory src"],
  },
  "eslint:*": {
    covers: [
      "eslint --cache --cache-location .eslintcache src",
      "eslint --cache-location node_modules/.cache/eslint/ .",
    ],
    asks: ["eslint --cache-location src/index.ts .", "eslint --cache-file src/a.ts ."],
  },
  "webpack:*": { covers: ["webpack -o dist", "webpack --mode production"], asks: ["webpack --output-clean -o src"] },
  "esbuild:*": {
    covers: ["esbuild a.ts --bundle --outfile=b.js"],
    asks: ["esbuild --servedir=.", "esbuild --serve=0.0.0.0:80 a"],
  },
  "vitest:*": { covers: ["vitest run src/a"], asks: ["vitest --typecheck.checker=x"] },
  "mocha:*": { covers: ["mocha test"], asks: ["mocha inspect x"] },
  "pytest:*": {
    covers: ["pytest --cov-report=html:out", "pytest -x -q tests"],
    asks: [
      "pytest --cov-report=xml:.git/hooks/pre-commit",
      "pytest --trace",
      "pytest --alluredir=src --clean-alluredir",
    ],
  },
  "coverage:*": {
    covers: ["coverage html -d htmlcov", "coverage run --data-file=.coverage.unit -m pytest", "coverage erase"],
    asks: ["coverage erase --data-file=src/x", "coverage run --data-file=.git/x.cov -m pytest"],
  },
  "ctest:*": {
    covers: ["ctest --test-dir build --output-on-failure -j 4", "ctest -R x -V"],
    asks: [
      "ctest -T Submit",
      "ctest -A x",
      "ctest --extra-submit x",
      "ctest -M Nightly",
      "ctest --http1.0",
      "ctest --resource-spec-file x",
    ],
  },
  "clang:*": {
    covers: ["clang -O2 -Wall a.c -o a -lm"],
    asks: ["clang --ptxas-path=./x a.cu", "clang --cuda-path=x a.cu", "clang -ivfsoverlay x a.c"],
  },
  "rustc:*": {
    covers: ["rustc --edition 2021 -O a.rs", "rustc --test a.rs -o a", "rustc --emit=asm a.rs"],
    asks: [
      "rustc --target x.json a.rs",
      "rustc +nightly a.rs",
      "rustc --print=file-names=x a.rs",
      "rustc @args",
      "rustc --sysroot x a.rs",
    ],
  },
  "javac:*": {
    covers: ["javac -cp lib/x.jar -d out src/A.java", "javac -Xlint:all A.java", "javac --release 17 A.java"],
    asks: [
      "javac -Xbootclasspath/p:x A.java",
      "javac -J-agentpath:x A.java",
      "javac -processor x A.java",
      "javac @args",
      "javac -XDx=y A.java",
    ],
  },
});
