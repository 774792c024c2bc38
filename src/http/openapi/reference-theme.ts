/** How the API reference at /docs looks: as the dashboard does, with its name and a way back to it. */

export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Contrafact</title><rect width="32" height="32" rx="8" fill="#3a4fd0"/><g stroke="#fff" stroke-width="2.6" stroke-linecap="round"><path d="M7 13v6M12 9v14M17 12v8"/><path d="M22 7v18M27 13v6" opacity=".6"/></g></svg>';

/** The colour scheme is the one that the dashboard keeps, else the reader's. */
export const script = `(() => {
  const kept = localStorage.getItem('mantine-color-scheme-value');
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark-mode', dark);
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  const viewport = document.createElement('meta');
  viewport.name = 'viewport';
  viewport.content = 'width=device-width, initial-scale=1';
  document.head.append(viewport);
  const head = document.createElement('header');
  head.className = 'product';
  head.innerHTML = '<a class="home" href="/app">${icon}<b>Contrafact</b></a><span>API reference</span>' +
    '<nav aria-label="Elsewhere"><a href="/app">Dashboard</a><a href="/app/keys">API keys</a><a href="/openapi.json">OpenAPI document</a></nav>';
  document.body.prepend(head);
})();`;

export const styles = `:root{--brand:#3a4fd0;--page:#fafbfd;--surface:#fff;--line:#e2e5ee;--text:#1a1d24;--quiet:#596069}
:root.dark-mode{--brand:#94a3f4;--page:#14161c;--surface:#1b1e27;--line:#2d3240;--text:#d7dae2;--quiet:#a5abb8}
body{margin:0;background:var(--page)}
body,.swagger-ui,.swagger-ui .info .title,.swagger-ui .opblock-tag,.swagger-ui .btn,.swagger-ui .opblock .opblock-summary-description,.swagger-ui table thead tr th,.swagger-ui .parameter__name,.swagger-ui .response-col_status,.swagger-ui section.models h4,.swagger-ui .tab li,.swagger-ui label,.swagger-ui .info p,.swagger-ui .markdown p{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.product{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;min-height:56px;padding:0 1.25rem;background:var(--surface);border-bottom:1px solid var(--line);color:var(--text)}
.product .home{display:inline-flex;align-items:center;gap:10px;color:inherit;text-decoration:none;font-size:1.0625rem}.product .home svg{width:28px;height:28px}
.product>span{color:var(--quiet)}.product nav{display:flex;flex-wrap:wrap;gap:1rem;margin-left:auto}.product nav a{color:var(--brand);text-decoration:none}
.product a:hover{text-decoration:underline}.product a:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
.swagger-ui .wrapper{max-width:72rem;padding:0 1.25rem}.swagger-ui .info{margin:2rem 0 1rem}.swagger-ui .info .title{color:var(--text);font-weight:650}
.swagger-ui .info .title small,.swagger-ui .info .title small.version-stamp{background:var(--brand)}
.swagger-ui .scheme-container{background:var(--surface);box-shadow:none;border-block:1px solid var(--line);padding:1rem 0}
.swagger-ui .opblock-tag{border-color:var(--line)}.swagger-ui .opblock{border-radius:8px;box-shadow:none}
.swagger-ui .info a,.swagger-ui .markdown a{color:var(--brand)}.swagger-ui .btn.authorize{border-color:var(--brand);color:var(--brand)}.swagger-ui .btn.authorize svg{fill:var(--brand)}
.swagger-ui .btn.execute{background:#3a4fd0;border-color:#3a4fd0}
@media(max-width:40rem){.product nav{margin-left:0;padding-bottom:.6rem}.swagger-ui .opblock .opblock-summary-path{max-width:100%;word-break:break-all}.swagger-ui .opblock .opblock-summary{flex-wrap:wrap}}`;
