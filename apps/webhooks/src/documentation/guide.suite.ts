import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the text of docs/webhooks.md. */
export function pageOf(): string {
  return readFileSync(join(__dirname, '../../../../docs/webhooks.md'), 'utf8');
}

/** Returns the texts of the code blocks of a language, in their order. */
export function codeBlocks(page: string, language: string): string[] {
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
  return [...blocks].map(([, code]) => code as string);
}

type Example = Record<
  'secret' | 't' | 'body' | 'X-Service-Signature' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature',
  string
>;

/** Returns the values of the worked example by name. */
export function workedExample(page: string): Example {
  const block = codeBlocks(page, 'text').find((code) => code.startsWith('secret')) ?? '';
  return Object.fromEntries(
    [...block.matchAll(/^(\S+) +(.*)$/gm)].map(([, name, value]) => [name, value]),
  ) as Example;
}
