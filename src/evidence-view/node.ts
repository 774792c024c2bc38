/**
 * Markup as plain data. The evidence of two songs is described once, here, and written down twice: as HTML text by the
 * service (to-html.ts) and as elements by the dashboard. Attributes are named as in HTML; `style` is not used, because the
 * dashboard's content security policy refuses it.
 */
export interface ViewNode {
  readonly tag: string;
  readonly attributes: ViewAttributes;
  readonly children: readonly ViewChild[];
}

export type ViewChild = ViewNode | string;
export type ViewAttributes = Readonly<Record<string, string | number | boolean>>;
type Optional = ViewChild | null | false | readonly Optional[];

/** An element; null, false and lists among the children are for conditions and loops. */
export function el(tag: string, attributes: ViewAttributes = {}, ...children: Optional[]): ViewNode {
  return { tag, attributes, children: flat(children) };
}

function flat(children: readonly Optional[]): ViewChild[] {
  return children.flatMap((child): ViewChild[] => {
    if (child === null || child === false) return [];
    return Array.isArray(child) ? flat(child as readonly Optional[]) : [child as ViewChild];
  });
}
