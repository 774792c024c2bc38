/** A PDF that is written from top to bottom: text in several fonts, pages as they are needed. */
import PDFDocument from 'pdfkit';
import { type FontName, type FontTable, fontFiles, fontRuns } from './fonts.js';
import { breakLines, type Piece } from './lines.js';

/** Points; A4. */
const page = { width: 595.28, height: 841.89, margin: 48, foot: 40 };
const lineRatio = 1.42;
/** Longer text is cut: a cell is no place for a book. */
const maxCharacters = 6000;

export interface TextStyle {
  readonly size: number;
  readonly font?: 'sans' | 'bold';
  readonly color?: string;
}

export interface Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly left: number;
  readonly width: number;
  /** Points from the top of the page. */
  y: number;
  /** Begins a page where `height` points are not left. */
  need(height: number): void;
  newPage(): void;
  /** The lines of a text in a column `width` wide, to be drawn by `draw`. */
  layOut(text: string, width: number, style: TextStyle): Piece[][];
  lineHeight(style: TextStyle): number;
  draw(lines: readonly Piece[][], x: number, y: number, style: TextStyle): void;
  /** Lays out and draws at the left margin, page after page. */
  write(text: string, style: TextStyle, indent?: number): void;
  /** What no font has. */
  readonly missing: ReadonlySet<string>;
  /** Numbers the pages and resolves with the file. */
  finish(foot: string): Promise<Uint8Array>;
}

export function openSheet(title: string, createdAt: Date): Sheet {
  const pdf = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Producer: 'Contrafact', Creator: 'Contrafact', CreationDate: createdAt },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<Uint8Array>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  const registered = new Set<FontName>();
  const missing = new Set<string>();

  function use(font: FontName): PDFKit.PDFDocument {
    if (!registered.has(font)) {
      pdf.registerFont(font, fontFiles[font]());
      registered.add(font);
    }
    return pdf.font(font);
  }
  const fonts: FontTable = {
    has(font, codePoint) {
      // The font as fontkit read it, of which the types of pdfkit know nothing.
      const { _font } = use(font) as unknown as {
        _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
      };
      return _font.font.hasGlyphForCodePoint(codePoint);
    },
  };
  const known = new Map<string, boolean>();
  const cached: FontTable = {
    has(font, codePoint) {
      const key = `${font} ${codePoint}`;
      const found = known.get(key) ?? fonts.has(font, codePoint);
      known.set(key, found);
      return found;
    },
  };

  const sheet: Sheet = {
    pdf,
    left: page.margin,
    width: page.width - 2 * page.margin,
    y: page.margin,
    missing,
    need(height) {
      if (sheet.y + height > page.height - page.margin - page.foot) sheet.newPage();
    },
    newPage() {
      pdf.addPage();
      sheet.y = page.margin;
    },
    layOut(text, width, { size, font = 'sans' }) {
      const cut = text.length > maxCharacters ? `${text.slice(0, maxCharacters)} …` : text;
      const paragraphs = cut.split(/\r?\n/).map((line) => fontRuns(line, font, cached, missing));
      return breakLines(paragraphs, width, (name, part) => use(name).fontSize(size).widthOfString(part));
    },
    lineHeight: ({ size }) => size * lineRatio,
    draw(lines, x, y, { size, color = '#16191d' }) {
      for (const [index, line] of lines.entries()) {
        let at = x;
        for (const piece of line) {
          use(piece.font)
            .fontSize(size)
            .fillColor(color)
            .text(piece.text, at, y + size + index * size * lineRatio, {
              lineBreak: false,
              baseline: 'alphabetic',
            });
          at += piece.width;
        }
      }
    },
    write(text, style, indent = 0) {
      const height = sheet.lineHeight(style);
      for (const line of sheet.layOut(text, sheet.width - indent, style)) {
        sheet.need(height);
        sheet.draw([line], sheet.left + indent, sheet.y, style);
        sheet.y += height;
      }
    },
    finish(foot) {
      const { start, count } = pdf.bufferedPageRange();
      const style = { size: 7.5, color: '#56606b' };
      for (let index = start; index < start + count; index++) {
        pdf.switchToPage(index);
        const y = page.height - page.margin - 8;
        const number = `${index + 1} / ${count}`;
        const [line = []] = sheet.layOut(number, 100, style);
        const width = line.reduce((sum, piece) => sum + piece.width, 0);
        sheet.draw([line], page.width - page.margin - width, y, style);
        sheet.draw(sheet.layOut(foot, sheet.width - 60, style).slice(0, 1), page.margin, y, style);
      }
      pdf.end();
      return ended;
    },
  };
  return sheet;
}
