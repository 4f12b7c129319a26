import { ownValue } from '@plaudit/contracts/own-value';
import { type Line, linesOf } from './text-lines';

/** Pixels of an image for each CSS pixel, so that it is sharp on every screen and on paper. */
const DENSITY = 2;
/** What has no place in an image: controls, and what only screen readers or printers get. */
const LEFT_OUT = '.btn, .segments, .icon, .sr-only, .chart-tip';

type Context = CanvasRenderingContext2D;

/** Returns an element as it looks now on a canvas: its boxes, texts and drawings. */
export function painted(element: HTMLElement): HTMLCanvasElement {
  const { left, top, width, height } = element.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * DENSITY);
  canvas.height = Math.round(height * DENSITY);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no images');
  context.fillStyle = backgroundOf(element);
  context.fillRect(0, 0, canvas.width, canvas.height);
  const origin = new DOMMatrix().scale(DENSITY).translate(-left, -top);
  paint(context, element, origin);
  return canvas;
}

/** Returns the colour behind an element. */
function backgroundOf(element: Element): string {
  const { backgroundColor } = getComputedStyle(element);
  const isClear = backgroundColor === 'transparent' || backgroundColor.endsWith(', 0)');
  return isClear && element.parentElement ? backgroundOf(element.parentElement) : backgroundColor;
}

function paint(context: Context, element: Element, origin: DOMMatrix): void {
  if (element.matches(LEFT_OUT) || getComputedStyle(element).display === 'none') return;
  if (element instanceof SVGGraphicsElement) {
    paintDrawing(context, element, origin);
  } else {
    context.setTransform(origin);
    paintBox(context, element);
    paintTexts(context, element);
  }
  for (const child of element.children) paint(context, child, origin);
}

function paintBox(context: Context, element: Element): void {
  const { backgroundColor, borderTopLeftRadius } = getComputedStyle(element);
  const { left, top, width, height } = element.getBoundingClientRect();
  context.fillStyle = backgroundColor;
  context.beginPath();
  context.roundRect(left, top, width, height, Number.parseFloat(borderTopLeftRadius) || 0);
  context.fill();
}

function paintTexts(context: Context, element: Element): void {
  const style = getComputedStyle(element);
  const isAtEnd = style.textAlign === 'end' || style.textAlign === 'right';
  setFont(context, style);
  context.fillStyle = style.color;
  context.textAlign = isAtEnd ? 'right' : 'left';
  for (const { text, box } of linesOf(element)) {
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(text);
    context.fillText(text, isAtEnd ? box.right : box.left, baselineIn(box, ascent, descent));
  }
}

function baselineIn({ top, bottom }: Line['box'], ascent: number, descent: number): number {
  return (top + bottom - ascent - descent) / 2 + ascent;
}

function paintDrawing(context: Context, element: SVGGraphicsElement, origin: DOMMatrix): void {
  const placed = element.getScreenCTM();
  if (!placed) return;
  const style = getComputedStyle(element);
  context.setTransform(origin.multiply(placed));
  if (element instanceof SVGTextElement) {
    setFont(context, style);
    context.fillStyle = style.fill;
    context.textAlign = ownValue(ANCHORS, style.textAnchor) ?? 'left';
    context.fillText(element.textContent, numberOf(element, 'x'), numberOf(element, 'y'));
    return;
  }
  const shape = shapeOf(element);
  if (!shape) return;
  if (style.fill !== 'none') {
    context.fillStyle = style.fill;
    context.fill(shape);
  }
  if (style.stroke !== 'none') {
    setStroke(context, style);
    context.stroke(shape);
  }
}

const ANCHORS: Readonly<Record<string, CanvasTextAlign>> = { middle: 'center', end: 'right' };

function setFont(context: Context, { fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): void {
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
}

function setStroke(context: Context, style: CSSStyleDeclaration): void {
  const { strokeDasharray } = style;
  context.strokeStyle = style.stroke;
  context.lineWidth = Number.parseFloat(style.strokeWidth) || 1;
  context.lineCap = style.strokeLinecap as CanvasLineCap;
  context.lineJoin = style.strokeLinejoin as CanvasLineJoin;
  context.setLineDash(
    strokeDasharray === 'none' ? [] : strokeDasharray.split(/[\s,]+/).map(Number.parseFloat),
  );
}

/** Returns the outline of an element, or null for one that groups others. */
function shapeOf(element: SVGGraphicsElement): Path2D | null {
  if (element instanceof SVGPathElement) return new Path2D(element.getAttribute('d') ?? '');
  const of = (name: string): number => numberOf(element, name);
  const shape = new Path2D();
  if (element instanceof SVGRectElement)
    shape.roundRect(of('x'), of('y'), of('width'), of('height'), of('rx'));
  else if (element instanceof SVGCircleElement) shape.arc(of('cx'), of('cy'), of('r'), 0, 2 * Math.PI);
  else return null;
  return shape;
}

function numberOf(element: Element, name: string): number {
  return Number(element.getAttribute(name) ?? 0);
}
