/** Style sheets are minified and bundled as text. */
declare module '*.css' {
  const css: string;
  export = css;
}
