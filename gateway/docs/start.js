/** A separate file, because the page's policy forbids inline scripts. */
window.SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#contract', deepLinking: true, validatorUrl: null });
