// What the scripts in static/ find in a page beyond the browser's own: for `make lint` alone.

/** What htmx tells of a request. */
interface HtmxRequest {
  target: HTMLElement;
  xhr: XMLHttpRequest & { kept?: () => (form: Element) => void; put?: (form: Element) => void };
  isError: boolean;
  shouldSwap: boolean;
}

interface HtmxEvents {
  "htmx:confirm": CustomEvent<HtmxRequest>;
  "htmx:beforeRequest": CustomEvent<HtmxRequest>;
  "htmx:beforeSwap": CustomEvent<HtmxRequest>;
  "htmx:afterSwap": CustomEvent<HtmxRequest>;
  "htmx:sendError": CustomEvent<HtmxRequest>;
}

interface DocumentEventMap extends HtmxEvents {}
interface HTMLElementEventMap extends HtmxEvents {}

interface Window {
  htmx?: { process(element: Element): void };
}
