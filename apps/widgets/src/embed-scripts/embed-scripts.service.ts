import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EncodedBody } from '@plaudit/runtime';

const SCRIPTS = ['rv', 'w'] as const;

export interface EmbedScript {
  etag: string;
  /** True if the file name contains the hash, so that the content never changes. */
  pinned: boolean;
  body: EncodedBody;
}

/** Holds the bundled scripts of the element. It reads them once, at start. */
@Injectable()
export class EmbedScriptsService implements OnModuleInit {
  private readonly byName = new Map<string, EmbedScript>();

  onModuleInit(): void {
    for (const [name, content] of builtScripts()) {
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
      const shared = { etag: `"${hash}"`, body: new EncodedBody(content) };
      this.byName.set(`${name}.js`, { ...shared, pinned: false });
      this.byName.set(`${name}.${hash}.js`, { ...shared, pinned: true });
    }
  }

  find(file: string): EmbedScript | undefined {
    return this.byName.get(file);
  }
}

type Script = [name: string, content: Buffer];

/** Reads the bundles that `npm run build` left in dist. When the service runs from source, it bundles them first. */
function builtScripts(): Script[] {
  if (!__filename.endsWith('.ts')) return readScripts(__dirname);
  const folder = mkdtempSync(join(tmpdir(), 'plaudit-element-'));
  try {
    const build = join(__dirname, '..', '..', 'build-element.mjs');
    execFileSync(process.execPath, [build, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
    return readScripts(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readScripts(folder: string): Script[] {
  return SCRIPTS.map((name) => [name, readFileSync(join(folder, `${name}.js`))]);
}
