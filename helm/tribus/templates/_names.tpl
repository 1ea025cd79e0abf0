{{- define "tribus.fullname" -}}
{{ .Values.fullnameOverride | default .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "tribus.labels" -}}
app.kubernetes.io/part-of: tribus
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | toString | trunc 63 | trimAll "._-" | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- /* Selector of one service's pods; of all pods without `name`. */}}
{{- define "tribus.selector" -}}
{{ with .name }}app.kubernetes.io/name: {{ . }}
{{ end }}app.kubernetes.io/part-of: tribus
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}

{{- /* Name and labels of a service's object. */}}
{{- define "tribus.metadata" -}}
name: {{ include "tribus.fullname" .root }}-{{ .name }}
labels:
  app.kubernetes.io/name: {{ .name }}
  {{- include "tribus.labels" .root | nindent 2 }}
{{- end }}

{{- /* Labels or annotations with string values. */}}
{{- define "tribus.texts" -}}
{{- $texts := dict -}}
{{- range $name, $value := . }}{{ $_ := set $texts $name (include "tribus.text" $value) }}{{ end -}}
{{ toYaml $texts }}
{{- end }}

{{- define "tribus.image" -}}
{{- $image := .root.Values.image -}}
{{- $name := list $image.registry $image.repository .name | compact | join "/" -}}
{{- if .service.image.digest -}}
{{ $name }}@{{ .service.image.digest }}
{{- else -}}
{{ $name }}:{{ .service.image.tag | default $image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "tribus.secret" -}}
{{ .Values.secrets.existing | default (include "tribus.fullname" .) }}
{{- end }}

{{- /* Variable prefix: IDENTITY for identity, VIBES_REALTIME for vibes-realtime. */}}
{{- define "tribus.variable" -}}
{{ . | upper | replace "-" "_" }}
{{- end }}

{{- /* Whether the cluster has at least this version. */}}
{{- define "tribus.since" -}}
{{- if semverCompare (printf ">=%s-0" .version) .root.Capabilities.KubeVersion.Version }}yes{{ end -}}
{{- end }}
