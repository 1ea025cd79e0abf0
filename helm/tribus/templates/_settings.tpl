{{- /* A value as text: `--set` parses numbers, and large numbers would be rendered as 1e+06. */}}
{{- define "tribus.text" -}}
{{ if kindIs "float64" . }}{{ if eq (floor .) . }}{{ int64 . }}{{ else }}{{ . }}{{ end }}{{ else }}{{ . }}{{ end }}
{{- end }}

{{- /* The content of the ConfigMap: the operator's settings and those derived from them. */}}
{{- define "tribus.settings" -}}
{{- $settings := dict -}}
{{- range $name, $value := .Values.settings -}}
{{- $text := include "tribus.text" $value -}}
{{- if $text }}{{ $_ := set $settings $name $text }}{{ end -}}
{{- end -}}
{{- $_ := set $settings "TRUST_PROXY_HOPS" (add1 .Values.frontProxies.count | toString) -}}
{{- with .Values.frontProxies.networks }}{{ $_ := set $settings "TRUSTED_PROXIES" (join " " .) }}{{ end -}}
{{ toYaml $settings }}
{{- end }}

{{- /* Requirements in a service's definition: `x-secrets`, `x-examples`. */}}
{{- define "tribus.required" -}}
{{- $all := .root.Files.Get "files/settings.yaml" | fromYaml -}}
{{ toYaml (get $all.services .name | default dict) }}
{{- end }}

{{- /* Required settings without a value, with examples. */}}
{{- define "tribus.unset" -}}
{{- $unset := dict -}}
{{- $settings := include "tribus.settings" .root | fromYaml -}}
{{- $names := include "tribus.settingNames" . | fromYamlArray -}}
{{- $required := include "tribus.required" . | fromYaml -}}
{{- range $name, $example := get $required "x-examples" | default dict -}}
{{- $set := or (get $.service.env $name) (and (has $name $names) (get $settings $name)) -}}
{{- if not $set }}{{ $_ := set $unset $name $example }}{{ end -}}
{{- end -}}
{{ toYaml $unset }}
{{- end }}

{{- /* Keys of the Secret for a service, with their variables; those of stores are its own. */}}
{{- define "tribus.secretKeys" -}}
{{- $keys := dict -}}
{{- $required := include "tribus.required" . | fromYaml -}}
{{- range get $required "x-secrets" | default list }}{{ $_ := set $keys . . }}{{ end -}}
{{- $own := include "tribus.variable" .name -}}
{{- range $store := .service.stores -}}
{{- if eq $store "postgres" }}{{ $_ := set $keys "POSTGRES_URL" (printf "%s_POSTGRES_URL" $own) }}{{ end -}}
{{- if eq $store "mongodb" }}{{ $_ := set $keys "MONGODB_URL" (printf "%s_MONGODB_URL" $own) }}{{ end -}}
{{- if eq $store "redis" }}{{ $_ := set $keys "REDIS_URL" "REDIS_URL" }}{{ end -}}
{{- if eq $store "nats" }}{{ $_ := set $keys "NATS_URL" "NATS_URL" }}{{ end -}}
{{- if eq $store "s3" }}{{ range list "S3_ACCESS_KEY_ID" "S3_SECRET_ACCESS_KEY" }}{{ $_ := set $keys . . }}{{ end }}{{ end -}}
{{- end -}}
{{ toYaml $keys }}
{{- end }}

{{- /* Names from the ConfigMap for a service. */}}
{{- define "tribus.settingNames" -}}
{{- $names := .service.settings -}}
{{- if .service.node }}{{ $names = concat (list "LOG_LEVEL" "OTEL_EXPORTER_OTLP_ENDPOINT" "OTEL_TRACES_SAMPLER_ARG") $names }}{{ end -}}
{{- if has "s3" .service.stores }}{{ $names = concat $names (list "S3_ENDPOINT" "S3_REGION" "S3_BUCKET") }}{{ end -}}
{{ toYaml $names }}
{{- end }}

{{- /* The Secret created by the chart. */}}
{{- define "tribus.secretValues" -}}
{{- $values := dict -}}
{{- range $name, $value := .Values.secrets.values }}{{ $_ := set $values $name (include "tribus.text" $value) }}{{ end -}}
{{ toYaml $values }}
{{- end }}

{{- /* Checksum of a service's settings and keys from the ConfigMap and the chart's Secret; a change restarts its pods. */}}
{{- define "tribus.settingsAndKeys" -}}
{{- $content := dict -}}
{{- $settings := include "tribus.settings" .root | fromYaml -}}
{{- range include "tribus.settingNames" . | fromYamlArray }}{{ $_ := set $content . (get $settings .) }}{{ end -}}
{{- if not .root.Values.secrets.existing -}}
{{- $secrets := include "tribus.secretValues" .root | fromYaml -}}
{{- $keys := values (include "tribus.secretKeys" . | fromYaml) -}}
{{- range concat $keys (include "tribus.optionalSecrets" . | fromYamlArray) }}{{ $_ := set $content . (get $secrets .) }}{{ end -}}
{{- end -}}
{{ toYaml $content }}
{{- end }}

{{- /* Optional keys of the Secret. */}}
{{- define "tribus.optionalSecrets" -}}
{{- $optional := .service.optionalSecrets -}}
{{- if and .service.node .root.Values.settings.OTEL_EXPORTER_OTLP_ENDPOINT }}{{ $optional = append $optional "OTEL_EXPORTER_OTLP_HEADERS" }}{{ end -}}
{{ toYaml $optional }}
{{- end }}

{{- /* Whether a process gets the operator's own authorities. */}}
{{- define "tribus.trustsOwnAuthority" -}}
{{- if and .root.Values.tls.caSecret .service.node .service.stores }}yes{{ end -}}
{{- end }}

{{- define "tribus.environment" -}}
{{- $root := .root -}}
{{- $service := .service -}}
{{- $fullname := include "tribus.fullname" $root -}}
- { name: HOST, value: 0.0.0.0 }
- { name: HTTP_PORT, value: '8080' }
- { name: OPS_PORT, value: '9464' }
{{- if $service.grpc }}
- { name: GRPC_PORT, value: '50051' }
{{- end }}
{{- if $service.node }}
- { name: DRAIN_SECONDS, value: {{ $service.drainSeconds | quote }} }
- { name: TRIBUS_VERSION, value: {{ $service.image.tag | default $root.Values.image.tag | default $root.Chart.AppVersion | quote }} }
{{- end }}
{{- range $service.calls }}
- { name: {{ include "tribus.variable" . }}_GRPC, value: '{{ $fullname }}-{{ . }}-grpc:50051' }
{{- end }}
{{- range $service.proxies }}
- { name: {{ include "tribus.variable" . }}_HTTP, value: 'http://{{ $fullname }}-{{ . }}:8080' }
{{- end }}
{{- range $service.stores }}
{{- if has . $root.Values.tls.stores }}
- { name: {{ include "tribus.variable" . }}_TLS, value: 'on' }
{{- end }}
{{- end }}
{{- if include "tribus.trustsOwnAuthority" . }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/tribus/authorities/ca.crt }
{{- end }}
{{- $settings := include "tribus.settings" $root | fromYaml }}
{{- range include "tribus.settingNames" . | fromYamlArray }}
{{- if hasKey $settings . }}
- { name: {{ . }}, valueFrom: { configMapKeyRef: { name: {{ $fullname }}, key: {{ . }} } } }
{{- end }}
{{- end }}
{{- $secret := include "tribus.secret" $root }}
{{- range $variable, $key := include "tribus.secretKeys" . | fromYaml }}
- { name: {{ $variable }}, valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ $key }} } } }
{{- end }}
{{- range include "tribus.optionalSecrets" . | fromYamlArray }}
- { name: {{ . }}, valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }}, optional: true } } }
{{- end }}
{{- if $root.Values.examples }}
{{- range $name, $value := include "tribus.unset" . | fromYaml }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
{{- range $name, $value := $service.env }}
- { name: {{ $name }}, value: {{ include "tribus.text" $value | quote }} }
{{- end }}
{{- end }}
