import { ownValue } from '@plaudit/contracts';
import { readArguments, resolvedEnvironment, UsageError } from '@plaudit/database';
import { COMMANDS } from './commands';

const USAGE = `Run this while npm start is running, or set DATABASE_URL (or DATABASE_ADMIN_URL).

create --company "Acme Agency" --email noa@example.com [--password …] [--plan agency]
    creates another account and prints its first API key, which is not shown again
change --account 2 [--plan agency] [--limits channels=100,users=-1 | none] [--api on|off]
       [--vanity verified|pending]
    changes the plan or limits of an account, enables or disables its API, or verifies its vanity_url without DNS
reset-two-factor --account 2 --email noa@example.com
    switches off the two-factor sign-in of a user who lost their phone
add-app --name Zapier --redirect https://zapier.com/dashboard/auth/oauth/return/App1CLIAPI/[,…] [--uri https://zapier.com] [--public]
    registers an app for good and prints its client id and secret, for "Connect Plaudit" in an automation service
`;

/** Runs `node apps/gateway/dist/cli/main.js <command> [options]`. With `--help` it prints the commands. */
async function main(): Promise<void> {
  const { positionals, values } = readArguments({
    allowPositionals: true,
    options: {
      company: { type: 'string' },
      email: { type: 'string' },
      password: { type: 'string' },
      plan: { type: 'string' },
      account: { type: 'string' },
      name: { type: 'string' },
      redirect: { type: 'string' },
      uri: { type: 'string' },
      public: { type: 'boolean' },
      limits: { type: 'string' },
      api: { type: 'string' },
      vanity: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { help, public: isPublic, ...texts } = values;
  const options = { ...texts, ...(isPublic ? { public: 'true' } : {}) };
  if (help) {
    process.stdout.write(USAGE);
    return;
  }
  const command = ownValue(COMMANDS, positionals[0] ?? '');
  if (!command) throw new UsageError(`unknown command; use ${Object.keys(COMMANDS).join(' or ')}`);
  await command({
    options,
    env: resolvedEnvironment(process.env),
    print: (line) => process.stdout.write(`${line}\n`),
  });
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
