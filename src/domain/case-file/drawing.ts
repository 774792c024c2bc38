/** A picture of evidence as shapes, for both HTML and PDF: whoever writes it down decides nothing about it. */
export type Shape =
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly radius: number;
      /** Colours are `#rrggbb`. */
      readonly fill: string;
      readonly opacity: number;
    }
  | {
      readonly kind: 'line';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly stroke: string;
      readonly opacity: number;
      /** 1 unless given. */
      readonly width?: number;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      /** Of the baseline. */
      readonly y: number;
      readonly size: number;
      readonly fill: string;
      readonly text: string;
    };

/** In units of which it is `width` wide; y points down. */
export interface Drawing {
  /** What it shows, in one line above it. */
  readonly title: string;
  /** For readers who cannot see it. */
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}
