{{- /* Each service with its defaults. */}}
{{- define "tribus.entries" -}}
{{- $entries := dict -}}
{{- range $name, $entry := .Values.services }}{{ $_ := set $entries $name (mergeOverwrite (deepCopy $.Values.defaults) $entry) }}{{ end -}}
{{ toYaml $entries }}
{{- end }}

{{- /* Checks beyond the schema. All faults are reported at once. */}}
{{- define "tribus.check" -}}
{{- $problems := list -}}
{{- $values := .Values -}}
{{- $entries := include "tribus.entries" . | fromYaml -}}
{{- $needed := dict -}}
{{- $stores := dict -}}
{{- /* Settings that some service reads; the two derived from frontProxies are not set by hand. */ -}}
{{- $settings := dict -}}
{{- $secrets := dict "OTEL_EXPORTER_OTLP_HEADERS" true -}}
{{- range $name, $service := $entries -}}
{{- range concat $service.calls $service.proxies -}}
{{- if not (hasKey $entries .) }}{{ $problems = append $problems (printf "services.%s calls the unknown service %s" $name .) }}{{ end -}}
{{- end -}}
{{- range $service.calls -}}
{{- if not (dig . "grpc" true $entries) }}{{ $problems = append $problems (printf "services.%s calls %s, which has no gRPC server" $name .) }}{{ end -}}
{{- end -}}
{{- range include "tribus.secretKeys" (dict "root" $ "name" $name "service" $service) | fromYaml }}{{ $_ := set $needed . true }}{{ $_ := set $secrets . true }}{{ end -}}
{{- range $service.optionalSecrets }}{{ $_ := set $secrets . true }}{{ end -}}
{{- range include "tribus.settingNames" (dict "service" $service) | fromYamlArray -}}
{{- if not (has . (list "TRUST_PROXY_HOPS" "TRUSTED_PROXIES")) }}{{ $_ := set $settings . true }}{{ end -}}
{{- end -}}
{{- if not $values.examples -}}
{{- range $variable, $_ := include "tribus.unset" (dict "root" $ "name" $name "service" $service) | fromYaml -}}
{{- $problems = append $problems (printf "services.%s.env.%s is not set" $name $variable) -}}
{{- end -}}
{{- end -}}
{{- range $service.stores }}{{ $_ := set $stores . true }}{{ end -}}
{{- range $service.strangers -}}
{{- if not (hasKey $values.network.strangers .) }}{{ $problems = append $problems (printf "services.%s calls external hosts of the kind %s, which network.strangers does not contain" $name .) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- range $name := keys $values.settings | sortAlpha -}}
{{- if not (get $settings $name) }}{{ $problems = append $problems (printf "settings: '%s' not allowed, no service reads it" $name) }}{{ end -}}
{{- end -}}
{{- range $key := keys $values.secrets.values | sortAlpha -}}
{{- if not (get $secrets $key) }}{{ $problems = append $problems (printf "secrets.values: '%s' not allowed, no service reads it" $key) }}{{ end -}}
{{- end -}}
{{- if not .Values.secrets.existing -}}
{{- range $key := keys $needed | sortAlpha -}}
{{- if not (get $values.secrets.values $key) }}{{ $problems = append $problems (printf "secrets.values.%s is not set (nor secrets.existing)" $key) }}{{ end -}}
{{- end -}}
{{- if and .Values.settings.ADMIN_EMAIL (not .Values.secrets.values.ADMIN_PASSWORD) }}{{ $problems = append $problems "secrets.values.ADMIN_PASSWORD is not set, but settings.ADMIN_EMAIL is" }}{{ end -}}
{{- end -}}
{{- if .Values.network.policies -}}
{{- range $store := keys $stores | sortAlpha -}}
{{- if not (get $values.network.stores $store).to }}{{ $problems = append $problems (printf "network.stores.%s.to is empty: set its address, e.g. [{ipBlock: {cidr: 10.1.2.3/32}}]" $store) }}{{ end -}}
{{- end -}}
{{- if and .Values.settings.OTEL_EXPORTER_OTLP_ENDPOINT (not .Values.network.collector.to) }}{{ $problems = append $problems "network.collector.to is empty, but settings.OTEL_EXPORTER_OTLP_ENDPOINT is set" }}{{ end -}}
{{- end -}}
{{- if hasKey $stores "s3" -}}
{{- range list "S3_ENDPOINT" "S3_BUCKET" -}}
{{- if not (get $values.settings .) }}{{ $problems = append $problems (printf "settings.%s is not set" .) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- if and (or .Values.ingress.enabled .Values.httpRoute.enabled) (not .Values.frontProxies.networks) }}{{ $problems = append $problems "frontProxies.networks is empty: behind an ingress all clients would have its address; set the network of its pods" }}{{ end -}}
{{- if ne (empty .Values.frontProxies.networks) (eq (int .Values.frontProxies.count) 0) }}{{ $problems = append $problems "frontProxies.count and frontProxies.networks must be set together" }}{{ end -}}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) }}{{ $problems = append $problems "httpRoute.parentRefs is empty" }}{{ end -}}
{{- if $problems }}{{ fail (printf "invalid values:\n  - %s\n" (join "\n  - " $problems)) }}{{ end -}}
{{- end }}
