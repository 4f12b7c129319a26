/** The style sheet of the page in the preview: grey shapes in the place of the owner's content. */
export const PAGE_STYLE = `
:root { color-scheme: light; --ground: #ffffff; --shape: #eef1f1; --strong: #dfe6e7; }
:root[data-ground='dark'] { color-scheme: dark; --ground: #14181b; --shape: #22292d; --strong: #2b3439; }
body { margin: 0; min-height: 100vh; background: var(--ground); font: 400 16px/1.5 system-ui, sans-serif; }
.site { height: 24px; margin: 20px 32px; border-radius: 6px;
  background: linear-gradient(90deg, var(--strong) 0 96px, #0000 96px calc(100% - 200px), var(--shape) calc(100% - 200px)); }
.hero { height: 96px; margin: 0 32px 32px; border-radius: 8px; background: linear-gradient(var(--strong), var(--shape)); }
.place { margin: 0 32px 32px; }
.text { height: 10px; margin: 0 32px 14px; border-radius: 5px; background: var(--shape); }
.short { width: 55%; margin-bottom: 34px; }
@media (max-width: 600px) { .site, .hero, .place, .text { margin-inline: 16px; } }
`;
