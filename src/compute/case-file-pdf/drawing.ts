/** Draws a picture of evidence: the same shapes as on the page to print. */
import type { Drawing } from '../../domain/case-file/drawing.js';
import type { Sheet } from './sheet.js';

const caption = { size: 8, color: '#56606b' };

/** Never parted from its title. */
export function drawDrawing(sheet: Sheet, { title, width, height, shapes }: Drawing): void {
  const scale = sheet.width / width;
  const lines = sheet.layOut(title, sheet.width, caption);
  const above = lines.length * sheet.lineHeight(caption) + 4;
  sheet.need(Math.min(8 + above + height * scale + 8, 640));
  sheet.y += 8;
  sheet.draw(lines, sheet.left, sheet.y, caption);
  const top = sheet.y + above;
  const { pdf, left } = sheet;
  for (const shape of shapes) {
    if (shape.kind === 'text') {
      const style = { size: shape.size * scale, color: shape.fill };
      const [line = []] = sheet.layOut(shape.text, sheet.width, style);
      sheet.draw([line], left + shape.x * scale, top + shape.y * scale - style.size, style);
      continue;
    }
    if (shape.kind === 'box') {
      pdf
        .roundedRect(
          left + shape.x * scale,
          top + shape.y * scale,
          shape.width * scale,
          shape.height * scale,
          shape.radius * scale,
        )
        .fillOpacity(shape.opacity)
        .fill(shape.fill)
        .fillOpacity(1);
    } else {
      pdf
        .moveTo(left + shape.x1 * scale, top + shape.y1 * scale)
        .lineTo(left + shape.x2 * scale, top + shape.y2 * scale)
        .lineWidth((shape.width ?? 1) * scale)
        .strokeOpacity(shape.opacity)
        .stroke(shape.stroke)
        .strokeOpacity(1);
    }
  }
  sheet.y = top + height * scale + 8;
}
