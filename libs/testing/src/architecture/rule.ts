import type { Project, SourceFile } from './project';

export interface Rule {
  /** What the rule demands, as a sentence. */
  name: string;
  /** Returns what is wrong with one file. A problem names the content of the line and not its number. */
  check?(file: SourceFile, project: Project): string[];
  /** Returns what is wrong between files. Each problem begins with the path that is to blame and a colon. */
  checkProject?(project: Project): string[];
  /** Sources that break the rule and must be reported, text by path. They prove that the rule can fail. */
  broken: Readonly<Record<string, string>>;
  /** The paths that must be reported for `broken`. All of its source files if not given. */
  guilty?: readonly string[];
  /** Sources that are as close to the broken ones as is allowed. */
  fine: Readonly<Record<string, string>>;
}

/** Returns the problems of a project under one rule. */
export function problemsOf(rule: Rule, project: Project): string[] {
  const inFiles = [...project.files.values()].flatMap((file) =>
    (rule.check?.(file, project) ?? []).map((problem) => `${file.path}: ${problem}`),
  );
  return [...inFiles, ...(rule.checkProject?.(project) ?? [])];
}
