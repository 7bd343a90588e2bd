/** The part of jsdom that server tests use: parsing HTML as a browser does. */
declare module 'jsdom' {
  interface ReadElement {
    tagName: string;
    attributes: Iterable<{ name: string; value: string }>;
    textContent: string;
    parentElement: ReadElement | null;
    getAttribute(name: string): string | null;
    getElementsByTagName(name: string): Iterable<ReadElement>;
    querySelector(selector: string): ReadElement | null;
  }
  interface ReadDocument {
    title: string;
    head: ReadElement & { children: Iterable<ReadElement> };
    querySelector(selector: string): ReadElement | null;
    body: ReadElement & { children: { length: number } };
    getElementById(id: string): ReadElement | null;
    querySelectorAll(selector: string): Iterable<ReadElement>;
  }
  export class VirtualConsole {}
  export class JSDOM {
    constructor(html: string, options?: { virtualConsole?: VirtualConsole });
    window: {
      document: ReadDocument;
      DOMParser: new () => { parseFromString(html: string, type: 'text/html'): ReadDocument };
      close(): void;
    };
  }
}
