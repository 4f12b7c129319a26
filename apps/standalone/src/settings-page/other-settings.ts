import type { Setting } from './declared-settings';

/** What `npm start` reads itself, and what it takes for another value than a service does. */
export const STANDALONE_SETTINGS: readonly Setting[] = [
  {
    name: 'DATA_DIR',
    type: 'path',
    default: '`.data`',
    meaning:
      'The folder with the state of the embedded Postgres and NATS, `secrets.key` and `endpoints.json`. The commands find the running product by it.',
  },
  {
    name: 'POSTGRES_DIR',
    type: 'path',
    default: '`/var/lib/plaudit`',
    meaning:
      'Where a start as root creates the embedded Postgres, because its own user must reach it. Every user must be able to enter the folders above it. A database that exists stays where it is. A start as another user creates it in DATA_DIR.',
  },
  {
    name: 'PORT',
    type: 'whole number',
    default: '`8080`',
    meaning: 'The port of the gateway. The other services take free ports.',
  },
  {
    name: 'HOST',
    type: 'address',
    default: '`127.0.0.1`',
    meaning: 'The address on which the gateway listens. The other services listen on 127.0.0.1.',
  },
  {
    name: 'DATABASE_URL',
    type: 'URL',
    default: 'the embedded Postgres',
    meaning:
      'The URL of the administrator of your own Postgres (15 to 18). Roles and schemas are provisioned at each start.',
  },
  {
    name: 'DATABASE_ADMIN_URL',
    type: 'URL',
    default: '`DATABASE_URL`',
    meaning: 'Wins over DATABASE_URL.',
  },
  {
    name: 'NATS_URL',
    type: 'URL',
    default: 'a private nats-server',
    meaning: 'Your own NATS with JetStream.',
  },
  {
    name: 'NATS_PORT',
    type: 'whole number from 1 to 65535',
    default: 'a free one, then the same',
    meaning: 'The port of the private nats-server on 127.0.0.1, to which consumers of events connect.',
  },
  {
    name: 'NATS_SERVER_BIN',
    type: 'path',
    default: 'the `nats-server` of PATH',
    meaning: 'The program of the private nats-server.',
  },
  {
    name: 'SECRETS_KEY',
    type: '32 bytes, base64 or hex',
    default: 'generated, in `DATA_DIR/secrets.key`',
    meaning: 'The key from which those of all services are derived.',
  },
  {
    name: 'PUBLIC_URL',
    type: 'URL',
    default: '`http://localhost:PORT`',
    meaning: 'The origin at which clients reach the product.',
  },
  {
    name: 'EVENTS_MAX_BYTES',
    type: 'whole number',
    unit: 'bytes',
    default: 'as it is, or 1000000000',
    meaning: 'The size of the stream of events, reserved on disk. It is never made smaller.',
  },
  {
    name: 'SHUTDOWN_GRACE_SECONDS',
    type: 'as of a service',
    default: '`0`',
    meaning:
      'How long the product serves requests after SIGTERM or Ctrl-C. No other process takes them over.',
  },
  {
    name: 'LOG_LEVEL',
    type: 'as of a service',
    default: '`warn`',
    meaning: 'The least level of the JSON logs on stdout.',
  },
];

/** What the commands read: provision, topology and the other commands on events, accounts, snapshots. */
export const COMMAND_SETTINGS: readonly Setting[] = [
  {
    name: 'DATABASE_ADMIN_URL',
    type: 'URL',
    default: 'required by `provision`',
    meaning:
      'The URL of the administrator of Postgres itself, without a pooler. The other commands on the database take it before DATABASE_DIRECT_URL and DATABASE_URL.',
  },
  {
    name: '<SERVICE>_DATABASE_PASSWORD',
    type: 'text',
    default: 'required by `provision`',
    meaning: 'The password of the role of each service, for example REVIEWS_DATABASE_PASSWORD.',
  },
  {
    name: 'NATS_URL',
    type: 'URL',
    default: 'required by the commands on events',
    meaning: 'The URL of the NATS user `admin`. The settings `NATS_…` of a service apply too.',
  },
  {
    name: 'EVENTS_MAX_BYTES',
    type: 'whole number',
    unit: 'bytes',
    default: 'as it is, or 1000000000',
    meaning: 'Read by `topology`: the size of the stream of events, reserved on disk.',
  },
  {
    name: 'REPLICAS',
    type: 'whole number',
    default: 'as they are, or 1',
    meaning: 'Read by `topology`: the copies of each stream. Set 3 on a NATS cluster of three.',
  },
  {
    name: 'DATA_DIR',
    type: 'path',
    default: '`.data`',
    meaning: 'The data folder of the running `npm start` that a command works beside.',
  },
];

/** What `.env` has for docker-compose.yml besides settings of the services. */
export const COMPOSE_SETTINGS: readonly Setting[] = [
  {
    name: 'PUBLISHED',
    type: 'address and port',
    default: '`127.0.0.1:8080`',
    meaning: 'Where this machine publishes the gateway.',
  },
  {
    name: 'PLAUDIT_VERSION',
    type: 'text',
    default: '`local`',
    meaning: 'The tag of the images, their label `version`, and the version in the metrics of the services.',
  },
  {
    name: 'PLAUDIT_REVISION',
    type: 'text',
    default: '–',
    meaning:
      'The commit of the release, for the label `revision` of the images and the metrics of the services.',
  },
  {
    name: 'PLAUDIT_CREATED',
    type: 'time of RFC 3339',
    default: '–',
    meaning: 'The time of the release, for the label `created` of the images.',
  },
  {
    name: 'POSTGRES_PASSWORD',
    type: 'text',
    default: 'written by `npm run secrets`',
    meaning:
      'The password of the superuser of Postgres. The image reads it only when it creates the cluster.',
  },
  {
    name: 'ADMIN_NATS_PASSWORD',
    type: 'text',
    default: 'written by `npm run secrets`',
    meaning: 'The password of the NATS user `admin`, for topology, dead letters and replays.',
  },
  {
    name: '<SERVICE>_DATABASE_PASSWORD',
    type: 'text',
    default: 'written by `npm run secrets`',
    meaning: 'The password of the role of each service in Postgres.',
  },
  {
    name: '<SERVICE>_NATS_PASSWORD',
    type: 'text',
    default: 'written by `npm run secrets`',
    meaning: 'The password of the NATS user of each service.',
  },
  {
    name: '<SERVICE>_SECRETS_KEY',
    type: '32 bytes, base64 or hex',
    default: 'written by `npm run secrets`',
    meaning: 'The SECRETS_KEY of each service.',
  },
  {
    name: '<SERVICE>_SECRETS_KEY_PREVIOUS',
    type: '32 bytes, base64 or hex',
    default: '–',
    meaning: 'The SECRETS_KEY_PREVIOUS of each service, written by `npm run secrets -- --rotate <service>`.',
  },
];

/** What `/etc/plaudit/plaudit.env` has for systemd besides settings of the services. */
export const SYSTEMD_SETTINGS: readonly Setting[] = [
  {
    name: 'POSTGRES_ADDRESS',
    type: 'host and port',
    default: '`127.0.0.1:5432`',
    meaning: 'The address of Postgres in every DATABASE_URL.',
  },
  {
    name: 'POSTGRES_DATABASE',
    type: 'text',
    default: '`plaudit`',
    meaning: 'The name of the database.',
  },
  {
    name: 'POSTGRES_USER',
    type: 'text',
    default: '`plaudit_admin`',
    meaning: 'The user of DATABASE_ADMIN_URL, with the password POSTGRES_PASSWORD.',
  },
  {
    name: 'NATS_ADDRESSES',
    type: 'hosts and ports, comma-separated',
    default: '`127.0.0.1:4222`',
    meaning: 'The servers in every NATS_URL: one, or all of a cluster.',
  },
];
