import { errorSections, ERRORS_INTRODUCTION } from '../error-guide';

/** Returns `docs/errors.md`. Each code has a heading, so that other pages can link to it. */
export function errorsPage(): string {
  const sections = errorSections().flatMap(({ status, meaning, errors }) => [
    `## ${status}`,
    meaning,
    ...errors.flatMap(({ code, meaning: means, remedy }) => [`### ${code}`, `${means} ${remedy}`]),
  ]);
  const generated =
    '<!-- Generated from libs/contracts/src/errors.ts and error-guide.ts by `npm run generate`; edits are lost. -->';
  return `${[generated, '# Error codes', ERRORS_INTRODUCTION, ...sections].join('\n\n')}\n`;
}
