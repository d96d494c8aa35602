/** bridle/permission: rules of Claude Code's settings files, and what they say about a tool use. Runs in a browser. */
export type { Ask } from "../permission/ask.ts";
export { decide } from "../permission/decide.ts";
export type { Because, Decision, DecisionPart } from "../permission/decision.ts";
export { readDenial } from "../permission/judge-path.ts";
export { type PermissionMode, permissionModes, readMode } from "../permission/mode.ts";
export { type FileView, resolveLinks } from "../permission/path/resolve-links.ts";
export { Policy, type PolicyParts, type ToolRules } from "../permission/policy.ts";
export {
  type BrokenRule,
  type Effect,
  effects,
  formatRule,
  isBroken,
  parseRule,
  type Rule,
  type RuleOrigin,
  type Scope,
  scopes,
  splitRules,
} from "../permission/rule.ts";
export { addRule, removeRule } from "../permission/settings/edit-settings.ts";
export { type LoadedSettings, type LoadOptions, loadSettings } from "../permission/settings/load-settings.ts";
export {
  type PermissionSettings,
  problemText,
  readSettings,
  type SettingsProblem,
} from "../permission/settings/read-settings.ts";
export {
  destinationFile,
  type SettingsPlaces,
  type SettingsSource,
  settingsSources,
} from "../permission/settings/settings-files.ts";
export { type FolderTrust, isTrusted } from "../permission/settings/trust.ts";
export { isAtMost, type Strength, strengths } from "../permission/strength.ts";
export { suggestions } from "../permission/suggestions.ts";
export {
  applyUpdate,
  type Destination,
  type PermissionState,
  type PermissionUpdate,
  readUpdate,
} from "../permission/update.ts";
export { why } from "../permission/why.ts";
