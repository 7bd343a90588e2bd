/* Limit: bare Fastify and React, rendering the elements of a page anew for each request, without components, data or a database. */
import fastify from 'fastify';
import { Parser } from 'htmlparser2';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { serveParent } from '../processes/child.ts';

const app = fastify();

type Render = () => ReactNode;
interface OpenElement {
  name: string;
  properties: Record<string, unknown>;
  children: Render[];
  text: string;
}

/** Elements whose content is text that isn't escaped. */
const isRaw = (name: string): boolean => name === 'script' || name === 'style';

function toRender({ name, properties, children, text }: OpenElement): Render {
  if (isRaw(name)) {
    return () => createElement(name, { ...properties, dangerouslySetInnerHTML: { __html: text } });
  }
  return () => createElement(name, { ...properties }, ...children.map((render) => render()));
}

/** Returns how to create the elements of a page, as components without any work of their own would. */
function readPage(html: string): Render {
  const root: OpenElement = { name: '', properties: {}, children: [], text: '' };
  const open = [root];
  const parser = new Parser({
    onopentag(name, { style, ...attributes }) {
      // React's names of attributes don't matter to its speed. A style would have to be an object.
      const properties = style === undefined ? attributes : { ...attributes, 'data-style': style };
      open.push({ name, properties, children: [], text: '' });
    },
    ontext(text) {
      const element = open.at(-1);
      if (element && isRaw(element.name)) element.text += text;
      else element?.children.push(() => text);
    },
    onclosetag() {
      const element = open.pop();
      if (element) open.at(-1)?.children.push(toRender(element));
    },
  });
  parser.end(html);
  const [page] = root.children;
  if (!page) throw new Error('The page has no elements');
  return page;
}

const handlers = {
  /** Serves the elements of each page at its path. */
  async start({ port, pages }: { port: number; pages: Record<string, string> }) {
    for (const [path, html] of Object.entries(pages)) {
      const render = readPage(html);
      app.get(path, async (_request, reply) =>
        reply.type('text/html; charset=utf-8').send(renderToString(render())),
      );
    }
    await app.listen({ port, host: '127.0.0.1' });
  },
};
export type BareReact = typeof handlers;

serveParent(handlers, async () => await app.close());
