{{- /* Destinations and ports (a list of numbers). */}}
{{- define "tribus.egress" -}}
- to:
    {{- toYaml .to | nindent 4 }}
  ports:
    {{- range .ports }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
{{- end }}

{{- define "tribus.pods" -}}
- podSelector:
    matchLabels:
      {{- include "tribus.selector" . | nindent 6 }}
{{- end }}

{{- /* Public addresses at these ports. */}}
{{- define "tribus.strangers" -}}
{{- $ranges := .root.Values.network.privateRanges -}}
{{- $to := list (dict "ipBlock" (dict "cidr" "0.0.0.0/0" "except" $ranges.ipv4)) (dict "ipBlock" (dict "cidr" "::/0" "except" $ranges.ipv6)) -}}
{{ include "tribus.egress" (dict "to" $to "ports" .ports) }}
{{- end }}

{{- define "tribus.networkPolicy" -}}
{{- $root := .root -}}
{{- $network := .root.Values.network -}}
{{- $service := .service -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "tribus.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "tribus.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- if .callers }}
    - from:
        {{- range .callers }}
        {{- include "tribus.pods" (dict "root" $root "name" .) | nindent 8 }}
        {{- end }}
      ports: [{ port: grpc, protocol: TCP }]
    {{- end }}
    {{- if .proxiers }}
    - from:
        {{- range .proxiers }}
        {{- include "tribus.pods" (dict "root" $root "name" .) | nindent 8 }}
        {{- end }}
      ports: [{ port: http, protocol: TCP }]
    {{- end }}
    {{- if and $service.public $network.entrance }}
    - from:
        {{- toYaml $network.entrance | nindent 8 }}
      ports: [{ port: http, protocol: TCP }]
    {{- end }}
    {{- with $network.monitoring }}
    - from:
        {{- toYaml . | nindent 8 }}
      ports: [{ port: ops, protocol: TCP }]
    {{- end }}
  egress:
    - to:
        {{- toYaml $network.dns.to | nindent 8 }}
      ports:
        {{- range $port := $network.dns.ports }}
        {{- range list "UDP" "TCP" }}
        - { port: {{ $port }}, protocol: {{ . }} }
        {{- end }}
        {{- end }}
    {{- range $service.calls }}
    {{- include "tribus.egress" (dict "to" (include "tribus.pods" (dict "root" $root "name" .) | fromYamlArray) "ports" (list 50051)) | nindent 4 }}
    {{- end }}
    {{- range $service.proxies }}
    {{- include "tribus.egress" (dict "to" (include "tribus.pods" (dict "root" $root "name" .) | fromYamlArray) "ports" (list 8080)) | nindent 4 }}
    {{- end }}
    {{- range $service.stores }}
    {{- include "tribus.egress" (get $network.stores .) | nindent 4 }}
    {{- end }}
    {{- if and $service.node $root.Values.settings.OTEL_EXPORTER_OTLP_ENDPOINT }}
    {{- include "tribus.egress" $network.collector | nindent 4 }}
    {{- end }}
    {{- range $service.strangers }}
    {{- include "tribus.strangers" (dict "root" $root "ports" (get $network.strangers .)) | nindent 4 }}
    {{- end }}
{{- end }}
