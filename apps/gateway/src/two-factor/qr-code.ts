import qrcode from 'qrcode-generator';

const QUIET_ZONE = 4;

/** Returns a QR code as SVG markup. It scales to any size, and its error correction tolerates 15 % damage. */
export function qrCodeSvg(text: string): string {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  return code.createSvgTag({ cellSize: 1, margin: QUIET_ZONE, scalable: true });
}
