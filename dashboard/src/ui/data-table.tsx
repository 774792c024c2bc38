/** A table of records: what each column says of a row. Scrolls sideways by itself where it is narrow. */
import { Table } from '@mantine/core';
import { type JSX, type ReactNode, useEffect, useRef, useState } from 'react';

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
      <Table {...(props.tight && { verticalSpacing: 4, fz: 'sm' })}>
        <Table.Thead>
          <Table.Tr>
            {props.columns.map((column) =>
              column.actions ? (
                <Table.Th key={column.head} aria-label={column.head} />
              ) : (
                <Table.Th key={column.head} ta={column.right ? 'right' : undefined}>
                  {column.head}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.rows.map((row) => (
            <Table.Tr key={props.keyOf(row)}>
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
  return (
    <Table.Td
      className={column.long ? 'long' : column.mono ? 'mono' : undefined}
      miw={column.long?.min}
      maw={column.long?.max}
      ta={column.right ? 'right' : undefined}
      style={column.nowrap || column.right ? { whiteSpace: 'nowrap' } : undefined}
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
