/** A script of its own: the page's policy allows none inside it. */
window.SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#contract', deepLinking: true, validatorUrl: null });
