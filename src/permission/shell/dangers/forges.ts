import { type Danger, list } from "./danger.ts";

/** What jq makes of the answer; it could show the environment. */
const jqFilter = /^(?![\s\S]*(?:\benv\b|\$\s*ENV|\$__|\binput|\bimport\b|\binclude\b))/;
const filter: Danger = { checked: { "-q": jqFilter, "--jq": jqFilter } };
const spelt: Danger = { spelled: true, ...filter };

/** GitHub's and GitLab's programs. A subcommand that is not known is an alias, or an extension: a program of that name. */
export const forge: Danger = {
  texts: list("-t --title -b --body --message --description --comment -n --notes --subject -f --raw-field --search"),
  subcommands: {
    valued: ["-R", "--repo"],
    of: {
      // What is asked of the server.
      api: {
        ...filter,
        long: ["hostname="],
        foreign: /^\/(?:repos|users?|orgs|search|gists|teams|projects|graphql)(?:\/(?!\.\.)[\w.-]+)*(?:\?\S*)?$/,
      },
      // What is published, opened to others or given away.
      repo: {
        subcommands: {
          valued: ["-R", "--repo"],
          of: { "create edit delete rename archive unarchive deploy-key transfer mirror publish": spelt },
          // Behind `--` stand options of git.
          others: { ...filter, rest: ["--"] },
        },
      },
      run: { ...filter, makes: ["-D", "--dir"] },
      release: { ...filter, makes: ["-D", "--dir", "-O", "--output"] },
      // Publishes files; shows and changes who one is.
      gist: { rest: ["clone", "create", "edit", "new"] },
      auth: {
        rest: [
          "token",
          "login",
          "logout",
          "refresh",
          "setup-git",
          "switch",
          "git-credential",
          "docker-helper",
          "configure-docker",
        ],
        long: ["show-token"],
        flags: "t",
      },
      [list(`pr issue label org project workflow cache search status ruleset secret variable browse completion version help mr ci pipeline pipe pipelines job milestone
             user schedule incident iteration changelog check-update`).join(" ")]: filter,
    },
    others: spelt,
  },
};
