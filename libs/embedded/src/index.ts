export { removeDataDir } from './data-dir';
export { EmbeddedError, FolderInUseError } from './embedded.error';
export { type FolderLock, lockFolder as lockDataDir, type Log } from './folder-lock';
export { freePort } from './free-port';
export { findNatsServer, type FindNatsServerOptions } from './nats/find-nats-server';
export { type NatsServerHandle, type NatsServerOptions, startNatsServer } from './nats/nats-server';
export { findKeptNats, type KeptNats, setNatsUsers } from './nats/nats-users';
export { type PostgresHandle, type PostgresOptions, startPostgres } from './postgres/postgres';
