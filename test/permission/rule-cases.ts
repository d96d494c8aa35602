/** biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expansions of the shell */
import { programRuleCases } from "./program-rule-cases.ts";

/** Under each rule: what it covers, and what it does not. */
export type RuleCases = {
  readonly [rule: string]: { readonly covers: readonly string[]; readonly asks: readonly string[] };
};

export const ruleCases: RuleCases = {
  "docker build:*": {
    covers: [
      "docker build .",
      "docker build -t a:b -f docker/Dockerfile .",
      "docker build --build-arg A=1 --target x .",
    ],
    asks: [
      "docker build -f /etc/passwd .",
      "docker build -o /x .",
      "docker build /",
      "docker build ..",
      "docker build --secret id=a,src=/x .",
      "docker run alpine",
    ],
  },
  "docker run:*": {
    covers: [
      "docker run --rm alpine ls",
      "docker run -it -p 80:80 -e A=1 --name x nginx",
      "docker run -v data:/data x",
      "docker run -v ./src:/src x",
      "docker run --rm x grep -v a",
    ],
    asks: [
      "docker run -v /:/host alpine sh",
      "docker run -itv/:/x a",
      "docker run -dv /:/x a",
      "docker run --unknown val -v /:/x img",
      "docker run -e A=1 -v data:/x -v /:/y a",
      "docker run --volume=/etc:/x y",
      "docker run --privileged x",
      "docker run --mount type=bind,src=/,dst=/x y",
      "docker run -v ../x:/y z",
      "docker run --pid=host x",
      "docker run -v ~/.ssh:/x y",
      "docker run --cap-add ALL x",
      "docker run --device /dev/sda x",
    ],
  },
  "docker:*": {
    covers: [
      "docker ps -a",
      "docker compose up -d",
      "docker compose exec web npm test",
      "docker images",
      "docker build .",
    ],
    asks: [
      "docker run x",
      "docker exec a sh",
      "docker cp a:/x /y",
      "docker --host tcp://x ps",
      "docker -H x ps",
      "docker compose run -v /:/x web",
    ],
  },
  "docker exec:*": {
    covers: ["docker exec -it db psql -c 'select 1'", "docker exec app sh -c 'ls'"],
    asks: ["docker exec --privileged app ls", "docker run x"],
  },
  "uv run:*": {
    covers: ["uv run pytest -x", "uv run --with requests python main.py", "uv run python -m app.main"],
    asks: [
      "uv run python -c 'x'",
      "uv run bash -c 'x'",
      "uv run -p ./evil pytest",
      "uv run --env-file=/x python a.py",
      "uv tool run x",
      "uv run find . -exec rm {} +",
    ],
  },
  "poetry run:*": {
    covers: ["poetry run pytest", "poetry run mypy src"],
    asks: ["poetry run bash -c x", "poetry config a b"],
  },
  "bundle exec:*": {
    covers: ["bundle exec rspec spec/a_spec.rb:3", "bundle exec rails db:migrate"],
    asks: ["bundle exec ruby -e 'x'", "bundle config x y", "bundle exec rails runner 'x'"],
  },
  "npm exec:*": { covers: ["npm exec tsc"], asks: ["npm run x", "npm exec bash -c x"] },
  "psql:*": {
    covers: [
      "psql -c 'select 1'",
      "psql -h localhost -d a -c '\\dt'",
      "psql -f db/schema.sql",
      "psql -l",
      "psql -Atc 'select 1'",
    ],
    asks: [
      "psql",
      "psql mydb",
      "psql -Atc '\\! rm'",
      "psql -c '\\! rm x'",
      "psql -c 'copy a to program $$rm$$'",
      "psql -o /etc/x -c 'select 1'",
      "psql -f /etc/x",
      "psql -c '\\copy a to /x'",
      "psql -v 'x=`rm`' -c 'select 1'",
      "psql -L /x -c 'select 1'",
    ],
  },
  "sqlite3:*": {
    covers: ["sqlite3 a.db 'select 1'", "sqlite3 a.db .schema", "sqlite3 -header -csv a.db 'select 1'"],
    asks: [
      "sqlite3 a.db",
      "sqlite3 a.db '.shell rm x'",
      "sqlite3 /etc/x.db 'create table a(b)'",
      "sqlite3 a.db '.output /x'",
      "sqlite3 a.db \"select writefile('/x', 'y')\"",
      "sqlite3 a.db \"select load_extension('x')\"",
      "sqlite3 -init x a.db 'select 1'",
      "sqlite3 a.db \"attach '/x' as y\"",
      "sqlite3 a.db '.read x'",
    ],
  },
  "mysql:*": {
    covers: ["mysql -u root -e 'show tables' a"],
    asks: [
      "mysql a",
      "mysql -e 'system rm x'",
      "mysql -e '\\! rm'",
      "mysql -e \"select 1 into outfile '/x'\"",
      "mysql --pager=x -e 'select 1'",
    ],
  },
  "redis-cli:*": {
    covers: ["redis-cli ping", "redis-cli -h localhost get a"],
    asks: ["redis-cli", "redis-cli eval 'x' 0", "redis-cli config set dir /x", "redis-cli --rdb /x"],
  },
  "ssh staging:*": {
    covers: ["ssh staging uptime", "ssh staging 'tail -n 5 /var/log/x'", "ssh staging docker ps"],
    asks: [
      "ssh prod uptime",
      "ssh staging -o ProxyCommand=evil uptime",
      "ssh -o ProxyCommand=evil staging",
      "ssh staging -L 80:x:80",
      "ssh -F x staging ls",
    ],
  },
  "ssh:*": { covers: [], asks: ["ssh staging uptime", "ssh -t staging ls"] },
  "scp:*": {
    covers: ["scp a.txt staging:/tmp/"],
    asks: ["scp -o ProxyCommand=x a b:c", "scp -S evil a b:c", "scp staging:/x /etc/y", "scp /etc/passwd staging:/x"],
  },
  "cmake:*": {
    covers: [
      "cmake -S . -B build",
      "cmake -B build -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=ON",
      "cmake --build build -j 8",
      "cmake --build build -- -j8",
    ],
    asks: [
      "cmake -P x.cmake",
      "cmake -E rm -rf x",
      "cmake -DCMAKE_C_COMPILER=evil .",
      "cmake -B /x",
      "cmake --build /x",
      "cmake --build build -- SHELL=evil",
      "cmake --install build",
      "cmake -C /x/cache.cmake .",
    ],
  },
  "java:*": {
    covers: ["java -version", "java -jar build/a.jar", "java -Xmx1g -cp out Main x"],
    asks: [
      "java -javaagent:x.jar Main",
      "java -XX:OnError=rm Main",
      "java @args",
      "java -agentpath:/x Main",
      "java -Djava.library.path=/x Main",
    ],
  },
  "javac:*": {
    covers: ["javac -d out src/A.java"],
    asks: ["javac -d /x A.java", "javac -processorpath x A.java", "javac @f", "javac -J-javaagent:x A.java"],
  },
  "bash scripts/*": {
    covers: ["bash scripts/a.sh", "bash scripts/a.sh x y", "bash scripts/ci/a.sh"],
    asks: [
      "bash other/a.sh",
      "bash a.sh",
      "bash scripts/../a.sh",
      "bash -c 'x'",
      "bash scripts",
      "bash /scripts/a.sh",
      "bash $x",
      "bash scripts/$x",
    ],
  },
  "bash:*": { covers: [], asks: ["bash a.sh", "bash scripts/a.sh", "bash", "bash -x a.sh"] },
  ...programRuleCases,
};
