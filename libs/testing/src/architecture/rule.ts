import type { Project, SourceFile } from './project';

export interface Rule {
  /** A sentence that holds for the whole repository. */
  name: string;
  /** What is wrong with one file; each problem names the line's content, not its number. */
  check(file: SourceFile, project: Project): string[];
  /** Sources that break the rule and must be reported, text by path: a rule that cannot fail proves nothing. */
  broken: Readonly<Record<string, string>>;
  /** The nearest thing that is allowed. */
  fine: Readonly<Record<string, string>>;
}

/** Every problem of a project under one rule. */
export function problemsOf(rule: Rule, project: Project): string[] {
  return [...project.files.values()].flatMap((file) =>
    rule.check(file, project).map((problem) => `${file.path}: ${problem}`),
  );
}
