/** The part of jsdom that server tests use: parsing HTML as a browser does. */
declare module 'jsdom' {
  interface ReadElement {
    tagName: string;
    attributes: Iterable<{ name: string; value: string }>;
  }
  interface ReadDocument {
    body: { children: { length: number } };
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
