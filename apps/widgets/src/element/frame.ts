/** The message of a frame about its height. The page around it sends one without a height to ask for it. */
const TYPE = 'rv-height';
/** Higher than any widget. */
const MAX_HEIGHT = 20_000;

/** WordPress adds it to the address of an iframe, and gives the iframe the height of a message that contains it. */
const [, secret] = /secret=(\w+)/.exec(location.hash) ?? [];
const [, key] = /\/embed\/v1\/widgets\/(\w+)\.html$/.exec(location.pathname) ?? [];

if (key && parent !== window) sendHeight();
else receiveHeights(new URL('widgets/', import.meta.url));

/**
 * Sends the height of the content to the page around the frame, whenever it changes. The height of the document would be at least
 * that of the frame, which could then never become smaller. Any page may read the messages, because they are only about a height.
 */
function sendHeight(): void {
  const { body } = document;
  const send = (): void => {
    const height = Math.ceil(body.getBoundingClientRect().height);
    parent.postMessage({ type: TYPE, key, height }, '*');
    if (secret) parent.postMessage({ message: 'height', value: height, secret }, '*');
  };
  new ResizeObserver(send).observe(body);
  addEventListener('message', ({ data, source }) => {
    if (source === parent && data?.type === TYPE) send();
  });
}

/** Gives each iframe of a widget the height that the page in it sends. */
function receiveHeights({ href, origin: own }: URL): void {
  const frames = (): HTMLIFrameElement[] =>
    [...document.querySelectorAll('iframe')].filter(({ src }) => src.startsWith(href));
  addEventListener('message', ({ data, origin, source }) => {
    const height: unknown = data?.type === TYPE ? data.height : null;
    // A frame with the attribute sandbox has the origin "null".
    if (origin !== own && origin !== 'null') return;
    if (typeof height !== 'number' || !(height >= 0 && height <= MAX_HEIGHT)) return;
    for (const frame of frames()) if (frame.contentWindow === source) frame.style.height = `${height}px`;
  });
  // A frame can have sent its height before this script ran.
  for (const { contentWindow } of frames()) contentWindow?.postMessage({ type: TYPE }, '*');
}

export {};
