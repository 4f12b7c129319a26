import { type Embeds, getRaw } from './embeds';

/** How many changes were visible in the first response after the client knew of them. */
interface Visible {
  approved: number;
  deleted: number;
}

/**
 * Approves a new review and deletes it again, so many times. After each response of the API it requests the data of the widget once through the
 * gateway, with the ETag of the data before. Returns how many of these responses had the change.
 */
export async function countVisibleChanges(embeds: Embeds, times: number): Promise<Visible> {
  const visible = { approved: 0, deleted: 0 };
  let etag = '';
  const shows = async (name: string): Promise<boolean | null> => {
    const seen = await getRaw(embeds.gateway + embeds.path, { 'if-none-match': etag });
    if (seen.status !== 200) return null;
    etag = seen.headers.etag ?? '';
    const { reviews } = JSON.parse(seen.bytes.toString()) as { reviews: { author: { name: string } }[] };
    return reviews.some(({ author }) => author.name === name);
  };
  for (let time = 1; time <= times; time += 1) {
    const name = `Newest customer ${time}`;
    const { id } = await change(embeds, 'POST', '/reviews/add', {
      from_name: name,
      text: 'The bread was still warm.',
      rating_value: 5,
      posted_on: '2026-11-29',
    });
    await shows(name);
    await change(embeds, 'PUT', `/reviews/update/${id}`, { status: 'approved' });
    if ((await shows(name)) === true) visible.approved += 1;
    await change(embeds, 'DELETE', `/reviews/delete/${id}`);
    if ((await shows(name)) === false) visible.deleted += 1;
  }
  return visible;
}

async function change(
  { gateway, keyHeader }: Embeds,
  method: string,
  path: string,
  body?: object,
): Promise<{ id: number }> {
  const response = await fetch(`${gateway}/public/v1${path}`, {
    method,
    headers: { ...keyHeader, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}: ${text}`);
  return JSON.parse(text) as { id: number };
}
