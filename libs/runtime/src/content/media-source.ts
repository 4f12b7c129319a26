/** Containers that browsers play without a player of ours. */
const VIDEO_FILE = /\.(?:mp4|m4v|webm|ogv|ogg|mov)$/i;

/** Returns the `src` of media: the URL itself, or null for a video whose URL is a page and not a file. */
export function mediaSource(type: 'image' | 'video' | 'audio', url: string): string | null {
  return type !== 'video' || VIDEO_FILE.test(new URL(url).pathname) ? url : null;
}
