/** An embedded server could not be found, started or locked. The message is for the operator of the product. */
export class EmbeddedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedError';
  }
}

/** The folder is locked by another running process. */
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
