/** A table of records: what each column shows of a row. On a telephone each row is a card with its columns' names. */
import { Table } from '@mantine/core';
import { type CSSProperties, type JSX, type ReactNode, useEffect, useRef, useState } from 'react';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Figures. */
  right?: boolean;
  /** Must not break: sizes, times. */
  nowrap?: boolean;
  /** Text of any length: broken anywhere, between these widths in pixels. */
  long?: { min?: number; max?: number };
  mono?: boolean;
  /** Buttons: the head is for screen readers only. */
  actions?: boolean;
}

export function DataTable<Row>(props: {
  label: string;
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Without the frame of a card. */
  bare?: boolean;
  tight?: boolean;
  /** A longer one scrolls. */
  maxHeight?: string;
}): JSX.Element {
  return (
    <ScrollBox
      label={props.label}
      className={props.bare ? 'table-scroll' : 'card table-scroll'}
      maxHeight={props.maxHeight}
    >
      {/* The roles are those of a table, spelled out: as cards, the browser would take them away. */}
      <Table role="table" className="cards" {...(props.tight && { verticalSpacing: 4, fz: 'sm' })}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {props.columns.map((column) =>
              column.actions ? (
                <Table.Th role="columnheader" key={column.head} aria-label={column.head} />
              ) : (
                <Table.Th role="columnheader" key={column.head} ta={column.right ? 'right' : undefined}>
                  {column.head}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {props.rows.map((row) => (
            <Table.Tr role="row" key={props.keyOf(row)}>
              {props.columns.map((column) => (
                <Cell key={column.head} column={column} row={row} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }): JSX.Element {
  const { long } = column;
  const classes = [
    long ? 'long' : column.mono ? 'mono' : '',
    column.right ? 'cell-right' : column.nowrap ? 'cell-nowrap' : '',
  ];
  return (
    <Table.Td
      role="cell"
      data-head={column.actions ? undefined : column.head}
      className={classes.filter(Boolean).join(' ') || undefined}
      // As variables: the style sheet takes them back where rows are cards.
      style={
        {
          ...(long?.min && { '--cell-min': `${long.min}px` }),
          ...(long?.max && { '--cell-max': `${long.max}px` }),
        } as CSSProperties
      }
    >
      {column.cell(row)}
    </Table.Td>
  );
}

/** Reached by the keyboard where, and only where, there is something to scroll. */
function ScrollBox(props: {
  label: string;
  className: string;
  maxHeight: string | undefined;
  children: ReactNode;
}): JSX.Element {
  const box = useRef<HTMLElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = (): void =>
      setOverflows(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <section
      ref={box}
      className={props.className}
      style={{ maxHeight: props.maxHeight }}
      aria-label={props.label}
      tabIndex={overflows ? 0 : undefined}
    >
      {props.children}
    </section>
  );
}
