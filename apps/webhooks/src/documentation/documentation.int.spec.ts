import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reviewCreated } from '@plaudit/contracts';
import { buildEvent, startFixtureServer } from '@plaudit/testing';
import { transformSync } from '@swc/core';
import { renderEnvelope } from '../fan-out/envelope';
import { reviewNotification } from '../fan-out/notification';
import { isSigned } from '../signing/receiver.suite';
import { serviceSignature } from '../signing/signature';
import { codeBlocks, pageOf, workedExample } from './guide.suite';
import {
  firstAttempt,
  HOURLY_RETRIES,
  startWebhooksWorld,
  type WebhooksWorld,
} from '../webhooks-world.suite';

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

const OTHER_SECRET = 'whsec_//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eA=';

const TEN_YEARS = 315_360_000;

interface Case {
  what: string;
  header: string;
  body: Buffer;
  accepted: boolean;
  secret?: string;
  tolerance?: number;
}

/** A delivery as the product signs it. */
const body = renderEnvelope(
  reviewNotification(buildEvent(reviewCreated, { data: { text: 'Zoë — 李\n🎉' } })),
);

const now = Math.floor(Date.now() / 1_000);

const signed = (secrets: string[], timestamp = now): string =>
  serviceSignature(secrets, { eventId: 'evt_1', timestamp, body });

const good = signed([SECRET]);

const example = workedExample(pageOf());

const CASES: readonly Case[] = [
  { what: 'a genuine delivery', header: good, body, accepted: true },
  { what: 'a delivery during a rotation', header: signed([OTHER_SECRET, SECRET]), body, accepted: true },
  {
    what: 'the worked example',
    header: example['X-Service-Signature'],
    body: Buffer.from(example.body),
    accepted: true,
    tolerance: TEN_YEARS,
  },
  {
    what: 'the worked example, which is old',
    header: example['X-Service-Signature'],
    body: Buffer.from(example.body),
    accepted: false,
  },
  { what: 'a changed body', header: good, body: Buffer.concat([body, Buffer.from(' ')]), accepted: false },
  { what: 'another secret', header: good, body, secret: OTHER_SECRET, accepted: false },
  { what: 'a signature from six minutes ago', header: signed([SECRET], now - 360), body, accepted: false },
  { what: 'a signature from the future', header: signed([SECRET], now + 360), body, accepted: false },
  { what: 'a changed time', header: good.replace(/t=\d+/, `t=${now - 1}`), body, accepted: false },
  { what: 'no time', header: good.replace(/t=\d+,/, ''), body, accepted: false },
  { what: 'half a signature', header: good.slice(0, -32), body, accepted: false },
  { what: 'no signature', header: `t=${now}`, body, accepted: false },
  { what: 'an empty header', header: '', body, accepted: false },
];

/** How an example runs: its code, and a program that calls `verify` for each case on stdin and prints the results. */
interface Language {
  name: string;
  command: string;
  version: string;
  fence: string;
  file: string;
  program(code: string): string;
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'TypeScript',
    command: process.execPath,
    version: '--version',
    fence: 'ts',
    file: 'verify.cjs',
    program: (code) => {
      const options = {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'commonjs' },
      } as const;
      return `${transformSync(code, { ...options, swcrc: false, configFile: false }).code}
const cases = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const results = cases.map((one) => verify(one.header, Buffer.from(one.body, 'base64'), one.secret, one.tolerance));
console.log(JSON.stringify(results));`;
    },
  },
  {
    name: 'Python',
    command: 'python3',
    version: '--version',
    fence: 'python',
    file: 'verify.py',
    program: (code) => `${code}
import base64, json, sys
cases = json.load(sys.stdin)
print(json.dumps([verify(c["header"], base64.b64decode(c["body"]), c["secret"], c["tolerance"]) for c in cases]))`,
  },
  {
    name: 'PHP',
    command: 'php',
    version: '--version',
    fence: 'php',
    file: 'verify.php',
    program: (code) => `<?php
${code}
$cases = json_decode(file_get_contents('php://stdin'), true);
echo json_encode(array_map(
    fn ($c) => verify($c['header'], base64_decode($c['body']), $c['secret'], $c['tolerance']), $cases
));`,
  },
  {
    name: 'Ruby',
    command: 'ruby',
    version: '--version',
    fence: 'ruby',
    file: 'verify.rb',
    program: (code) => `${code}
require "base64"
require "json"
cases = JSON.parse($stdin.read)
puts JSON.generate(cases.map { |c| verify(c["header"], Base64.decode64(c["body"]), c["secret"], c["tolerance"]) })`,
  },
  {
    name: 'Shell',
    command: 'sh',
    version: '-c true',
    fence: 'sh',
    file: 'verify.sh',
    program: (code) => `${code}
results=
while IFS='|' read -r header body secret tolerance; do
  printf '%s' "$body" | openssl base64 -d -A > body.json
  if verify "$header" body.json "$secret" "$tolerance"; then result=true; else result=false; fi
  results="$results,$result"
done
echo "[\${results#,}]"`,
  },
];

/** Without these the product itself cannot be built or set up, so they are never missing. */
const REQUIRED = ['TypeScript', 'Shell'];

function isInstalled({ command, version }: Language): boolean {
  return spawnSync(command, version.split(' ')).status === 0;
}

describe('The examples of docs/webhooks.md', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'webhooks-guide-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(
    command: string,
    args: string[],
    stdin: string,
    env: Record<string, string> = {},
  ): Promise<string> {
    return new Promise((resolve, reject) => {
      const options = { cwd: folder, env: { PATH: process.env.PATH, ...env } };
      const child = execFile(command, args, options, (error, stdout, stderr) =>
        error ? reject(new Error(`${command}: ${error.message}\n${stderr}`)) : resolve(stdout),
      );
      child.stdin?.end(stdin);
    });
  }

  for (const language of LANGUAGES) {
    const { name, command, fence, file, program } = language;
    const runs = REQUIRED.includes(name) || isInstalled(language);
    (runs ? it : it.skip)(
      `verify deliveries in ${name}${runs ? '' : ` (${command} is not installed)`}`,
      async () => {
        const [code = ''] = codeBlocks(pageOf(), fence);
        expect(code).toContain('verify(');
        writeFileSync(join(folder, file), program(code));
        const cases = CASES.map(({ header, body: bytes, secret = SECRET, tolerance = 300 }) => ({
          header,
          body: bytes.toString('base64'),
          secret,
          tolerance,
        }));
        const lines = cases.map((one) => [one.header, one.body, one.secret, one.tolerance].join('|'));
        const stdin = fence === 'sh' ? `${lines.join('\n')}\n` : JSON.stringify(cases);
        const results = JSON.parse(await run(command, [file], stdin)) as boolean[];
        const verdicts = CASES.map(({ what }, at) => [what, results[at]]);
        expect(verdicts).toEqual(CASES.map(({ what, accepted }) => [what, accepted]));
      },
    );
  }

  it('send a signed request with curl and openssl', async () => {
    const server = await startFixtureServer(() => ({ status: 204 }));
    writeFileSync(join(folder, 'body.json'), body);
    const [, code = ''] = codeBlocks(pageOf(), 'sh');
    await run('sh', ['-c', code], '', { ENDPOINT: server.url, WEBHOOK_SECRET: SECRET });
    await server.close();
    const [request] = server.requests;
    expect(request?.body.equals(body)).toBe(true);
    expect(isSigned(String(request?.headers['x-service-signature']), body, SECRET)).toBe(true);
  });
});

interface DocumentedRequest {
  method: string;
  path: string;
  body: object | undefined;
}

function parse(code: string): DocumentedRequest {
  const [head = '', body] = code.split('\n\n');
  const [method = '', path = ''] = (head.split('\n')[0] ?? '').split(' ');
  return { method, path, body: body ? (JSON.parse(body) as object) : undefined };
}

/** The requests of the page, in their order. */
const REQUESTS = codeBlocks(pageOf(), 'http').map(parse);

describe('The requests of docs/webhooks.md', () => {
  let world: WebhooksWorld;

  beforeAll(async () => {
    world = await startWebhooksWorld(HOURLY_RETRIES);
  });
  afterAll(() => world.close());

  it('succeed with the ids of a webhook, a delivery and an attempt that exist', async () => {
    const { webhook, attempt } = await firstAttempt(world, { status: 500 });
    const answered = [];
    for (const { method, path, body } of REQUESTS) {
      const real = path
        .replace(/\/7(?=\?|$)/, `/${webhook.id}`)
        .replace('/311', `/${attempt.id}`)
        .replace(/dlv_\w+/, attempt.delivery_id);
      const { status } = await world.as().send(method, 'webhooks', real, body ? { body } : {});
      answered.push(`${method} ${path.replace(/^\/public\/v1|\?.*$/g, '')}: ${status}`);
    }
    expect(answered).toEqual([
      'POST /webhooks/add: 201',
      'GET /webhooks/deliveries/7: 200',
      'GET /webhooks/attempts/311: 200',
      'POST /webhooks/redeliver/dlv_0f5cf1c5a6a54d3c9bfa1c1b5a4f7a11: 200',
      'POST /webhooks/recover/7: 200',
      'POST /webhooks/rotate_secret/7: 200',
      'GET /webhooks/events: 200',
    ]);
  });
});
