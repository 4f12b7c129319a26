import type { JetStreamManager, MsgRequest, StoredMsg } from 'nats';

const NO_MESSAGE_FOUND = 10037;

/** Returns the first message of the stream with the sequence `from` or a later one that has this subject, or null. */
export async function nextMessage(
  jsm: JetStreamManager,
  stream: string,
  { from, subject }: { from: number; subject: string },
): Promise<StoredMsg | null> {
  // The server supports this query, but the types of nats.js contain it for direct gets only.
  const query = { seq: from, next_by_subj: subject } as unknown as MsgRequest;
  try {
    return await jsm.streams.getMessage(stream, query);
  } catch (error) {
    if ((error as { api_error?: { err_code?: number } }).api_error?.err_code === NO_MESSAGE_FOUND)
      return null;
    throw error;
  }
}
