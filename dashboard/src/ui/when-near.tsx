/** A heavy part far down a page: drawn when it comes near the window, or when the page is printed. */
import { type JSX, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Far enough for a scroll of one page to find it drawn. */
const margin = '1000px 0px';

export function WhenNear(props: {
  /** About as high as it will be, in CSS pixels: the page moves little when it comes. */
  height: number;
  children: () => ReactNode;
}): JSX.Element {
  const [isNear, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNear || place.current === null) return;
    const draw = (): void => setNear(true);
    const observer = new IntersectionObserver(
      (entries) => entries.some((one) => one.isIntersecting) && draw(),
      {
        rootMargin: margin,
      },
    );
    observer.observe(place.current);
    // The browser prints what stands there when the listener returns: a change React draws later is not on the paper.
    const drawAtOnce = (): void => flushSync(draw);
    window.addEventListener('beforeprint', drawAtOnce);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', drawAtOnce);
    };
  }, [isNear]);
  if (isNear) return <>{props.children()}</>;
  return <div ref={place} style={{ minHeight: props.height }} />;
}
