/** Something embedded could not be found, started or locked. The message is written for whoever runs the product. */
export class EmbeddedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedError';
  }
}

/** The folder belongs to another process that is still running. */
export class FolderInUseError extends EmbeddedError {
  constructor(
    readonly folder: string,
    readonly ownerPid: number,
  ) {
    super(
      `${folder} is in use by process ${ownerPid}${ownerPid === process.pid ? ' (this process)' : ''}. ` +
        `Stop that process first, or choose another DATA_DIR.`,
    );
    this.name = 'FolderInUseError';
  }
}
