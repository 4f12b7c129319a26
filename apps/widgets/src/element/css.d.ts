/** The bundler minifies style sheets and includes them as text. */
declare module '*.css' {
  const css: string;
  export = css;
}
