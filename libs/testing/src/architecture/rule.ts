import type { Project, SourceFile } from './project';

export interface Rule {
  /** What the rule demands, as a sentence. */
  name: string;
  /** Returns what is wrong with one file. A problem names the content of the line and not its number. */
  check(file: SourceFile, project: Project): string[];
  /** Sources that break the rule and must be reported, text by path. They prove that the rule can fail. */
  broken: Readonly<Record<string, string>>;
  /** The files among `broken` that must be reported, where others only stand beside them. All of them if not given. */
  guilty?: readonly string[];
  /** Sources that are as close to the broken ones as is allowed. */
  fine: Readonly<Record<string, string>>;
}

/** Returns the problems of a project under one rule. */
export function problemsOf(rule: Rule, project: Project): string[] {
  return [...project.files.values()].flatMap((file) =>
    rule.check(file, project).map((problem) => `${file.path}: ${problem}`),
  );
}
