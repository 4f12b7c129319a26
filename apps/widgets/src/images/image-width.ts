/** Pixels: copies are made in these widths only, so that nobody can ask for work without end. */
export const IMAGE_WIDTHS = [40, 80, 140, 600] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
