import { SECRET_SETTINGS } from '@plaudit/database';
import type { ServiceDefinition } from '@plaudit/runtime';
import { commonSettings, ownSettings, type Setting } from './declared-settings';
import { COMMAND_SETTINGS, COMPOSE_SETTINGS, STANDALONE_SETTINGS, SYSTEMD_SETTINGS } from './other-settings';

/** The path from the root of the repository. */
export const SETTINGS_PAGE_PATH = 'docs/settings.md';

export interface SettingsSection {
  title: string;
  introduction: string;
  settings: readonly Setting[];
  /** Whether the programs of this section read `<NAME>_FILE`. */
  readsFiles: boolean;
}

/** Returns every setting of the product, by the program that reads it. */
export function settingsSections(definitions: readonly ServiceDefinition[]): SettingsSection[] {
  const own = definitions.map((definition) => ({ definition, settings: ownSettings(definition) }));
  return [
    {
      title: 'Every service',
      introduction: 'All services read these variables. `npm start` hands them to all services.',
      settings: commonSettings(),
      readsFiles: true,
    },
    ...own
      .filter(({ settings }) => settings.length > 0)
      .map(({ definition, settings }) => ({
        title: definition.name,
        introduction: `Only ${definition.name} reads these variables.`,
        settings,
        readsFiles: true,
      })),
    {
      title: 'npm start',
      introduction:
        '`npm start` reads all variables above, and derives the addresses, roles and keys of the services. These variables are its own, or mean something else than for a service.',
      settings: STANDALONE_SETTINGS,
      readsFiles: true,
    },
    {
      title: 'Commands',
      introduction:
        'The commands of package.json and of the images read these variables, and `DATABASE_TLS_…` as a service does.',
      settings: COMMAND_SETTINGS,
      readsFiles: true,
    },
    {
      title: 'docker compose',
      introduction:
        'docker-compose.yml reads `.env`. It passes most variables above on to the services. These are its own.',
      settings: COMPOSE_SETTINGS,
      readsFiles: false,
    },
    {
      title: 'systemd',
      introduction:
        '`npm run secrets -- --systemd` reads plaudit.env, which has the passwords and keys of the table above under the same names. It makes an env file for each unit from it and from these variables, and passes all other variables on to every service. [without-docker.md](without-docker.md) shows how to use it.',
      settings: SYSTEMD_SETTINGS,
      readsFiles: false,
    },
  ];
}

const INTRODUCTION = `Every program reads its settings from the environment once, at its start. It refuses to start if one is wrong, and
lists every problem. An empty variable counts as unset. A service logs its settings at its start, and secrets only as "set" or
"unset".

**Secrets in files.** A variable whose type has the word "secret" can be in a file: \`<NAME>_FILE\` is its path, for example
\`SECRETS_KEY_FILE=/run/secrets/reviews_key\`. One line break at the end of the file is left out. A file has at most 65,536 bytes.
To set both the variable and its file is refused.

**TLS.** \`DATABASE_TLS_…\` and \`NATS_TLS_…\` are paths of PEM files. They are read again for each new connection.
[operations.md](operations.md#tls-for-postgres) shows how to use them.`;

/** Returns `docs/settings.md`. */
export function settingsPage(sections: readonly SettingsSection[]): string {
  return [
    '<!-- Generated from the env classes and apps/standalone/src/settings-page by `npm run generate`; edits are lost. -->',
    '# Settings',
    INTRODUCTION,
    ...sections.flatMap((section) => [
      `## ${section.title}`,
      section.introduction,
      table(section.settings.map((setting) => rowOf(setting, section.readsFiles))),
    ]),
    '',
  ].join('\n\n');
}

function rowOf({ name, type, unit = '–', default: unset, meaning }: Setting, readsFiles: boolean): string[] {
  const isSecret = readsFiles && isSecretSetting(name);
  return [`\`${name}\``, isSecret ? `${type}, secret` : type, unit, unset, meaning];
}

/** Returns whether the value is a secret that can be in a file. A name of a family stands for that of each service. */
export function isSecretSetting(name: string): boolean {
  return SECRET_SETTINGS.includes(name.replace('<SERVICE>', 'REVIEWS'));
}

const HEAD = ['variable', 'type', 'unit', 'default', 'meaning'];

function table(rows: readonly string[][]): string {
  const lines = [HEAD, HEAD.map(() => '---'), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}
